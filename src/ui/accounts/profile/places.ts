import { t } from '../../../texts/t.ts'
import { offsetOf } from '../../parts/format.ts'

interface Option {
  readonly value: string
  readonly label: string
}

/** Cities that browsers list by a name that they no longer have. */
const RENAMED: Readonly<Record<string, string>> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
}

/** `Asia/Calcutta` → `Kolkata (UTC+5:30)`: typing a city finds it in the list. */
function zoneNamed(value: string): Option {
  const place = value.split('/').at(-1) ?? value
  const city = RENAMED[place] ?? place.replaceAll('_', ' ')
  return { value, label: `${city} (${offsetOf(value)})` }
}

/** Every time zone that the browser knows, and its own as ''. */
export const timezones = (chosen: string): readonly Option[] => [
  {
    value: '',
    label: t('Same as this browser: {timeZone}', {
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  },
  ...[...new Set([...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])])]
    .map(zoneNamed)
    .sort((a, b) => a.label.localeCompare(b.label)),
]
