import { Flex } from '@chakra-ui/react'
import { t } from '../../texts/t.ts'
import { usePath, useSearchParam } from '../actors.ts'
import { Link } from '../parts/link.tsx'

const PERIODS = [7, 30, 90] as const

/** The days that the address asks for; 30 without a word. */
export function usePeriod(): number {
  const asked = Number(useSearchParam('days'))
  return PERIODS.find((days) => days === asked) ?? 30
}

/** How far back to look; kept in the address. */
export function PeriodLinks() {
  const path = usePath()
  const days = usePeriod()
  return (
    <Flex
      as="nav"
      aria-label={t('Period')}
      gap="1"
      border="1px solid"
      borderColor="rule"
      borderRadius="sm"
      p="0.5"
    >
      {PERIODS.map((period) => (
        <Link
          key={period}
          to={`${path}?days=${period}`}
          aria-current={period === days ? 'true' : undefined}
          px="3"
          py="1"
          fontSize="sm"
          color={period === days ? 'accent' : 'ink.2'}
          bg={period === days ? 'accent.wash' : 'transparent'}
          _hover={{ textDecoration: 'none', color: 'ink' }}
        >
          {t('{period} days', { period })}
        </Link>
      ))}
    </Flex>
  )
}
