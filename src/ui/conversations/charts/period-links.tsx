import { t } from '../../../texts/t.ts'
import { usePathsWith, useSearchParam } from '../../actors.ts'
import { LinkSegments } from '../../parts/link-segments.tsx'

const PERIODS = [7, 30, 90] as const

/** The number of days in the address; 30 by default. */
export function usePeriod(): number {
  const asked = Number(useSearchParam('days'))
  return PERIODS.find((days) => days === asked) ?? 30
}

/** Selects the period; kept in the address. */
export function PeriodLinks() {
  const pathWith = usePathsWith('days')
  const days = usePeriod()
  return (
    <LinkSegments
      label={t('Period')}
      links={PERIODS.map((period) => ({
        to: pathWith(period),
        label: t('{period} days', { period }),
        current: period === days,
      }))}
    />
  )
}
