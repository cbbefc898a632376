import { t } from '../../texts/t.ts'
import { useFormatDay, useIsPast } from './clock.ts'
import { formatDate } from './format.ts'
import { SelectField } from './select-field.tsx'

interface KeyFactsProps {
  prefix: string
  expires_at: string | null
  last_used_at: string | null
}

/** A secret's hint, expiry and last use. */
export function KeyFacts({ prefix, expires_at, last_used_at }: KeyFactsProps) {
  const formatDay = useFormatDay()
  const isPast = useIsPast(expires_at)
  return (
    <>
      {prefix}… ·{' '}
      {expires_at === null
        ? t('does not expire')
        : isPast
          ? t('expired on {expires_at}', { expires_at: formatDate(expires_at) })
          : t('until {expires_at}', { expires_at: formatDate(expires_at) })}{' '}
      ·{' '}
      {last_used_at === null
        ? t('never used')
        : t('last used {last_used_at}', { last_used_at: formatDay(last_used_at) })}
    </>
  )
}

const LIFETIMES = [
  { value: '30', label: t('After 30 days') },
  { value: '90', label: t('After 90 days') },
  { value: '365', label: t('After one year') },
  { value: '', label: t('When you delete it') },
]

/** How many days something is valid for. */
export const LifetimeField = () => <SelectField name="lifetime" label={t('Expires')} options={LIFETIMES} />
