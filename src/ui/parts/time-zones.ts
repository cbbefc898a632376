import { offsetOf } from './format.ts'

/** Cities that browsers list under a former name. */
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
const named = (value: string) => {
  const place = value.split('/').at(-1) ?? value
  const city = RENAMED[place] ?? place.replaceAll('_', ' ')
  return { value, label: `${city} (${offsetOf(value)})` }
}

/** The browser's time zones and the chosen one, '' for none, sorted by city. */
export const timeZones = (chosen: string) =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])])]
    .map(named)
    .sort((a, b) => a.label.localeCompare(b.label))
