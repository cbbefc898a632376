import { t } from '../../texts/t.ts'
import { formatDate, formatDay } from './format.ts'

interface KeyFactsProps {
  prefix: string
  expires_at: string | null
  last_used_at: string | null
}

/** A secret's hint, expiry and last use. */
export const KeyFacts = ({ prefix, expires_at, last_used_at }: KeyFactsProps) => (
  <>
    {prefix}… ·{' '}
    {expires_at === null
      ? t('does not expire')
      : t('until {expires_at}', { expires_at: formatDate(expires_at) })}{' '}
    ·{' '}
    {last_used_at === null
      ? t('never used')
      : t('last used {last_used_at}', { last_used_at: formatDay(last_used_at) })}
  </>
)
