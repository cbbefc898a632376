import { Box, chakra, Text } from '@chakra-ui/react'
import type { SkippedAddress } from '../../../services/contract/sources.ts'
import { t } from '../../../texts/t.ts'

const REASONS: Readonly<Record<string, string>> = {
  robots: t('robots.txt does not allow it'),
  robots_unreachable: t('robots.txt could not be read'),
  excluded: t('left out by your rules'),
  depth: t('beyond the link depth'),
  limit: t('over the page limit'),
  duplicate: t('the same as another page'),
  redirected: t('redirects to another page'),
  other_site: t('on another site'),
  noindex: t('the page asks not to be indexed'),
  nofollow: t('the link asks not to be followed'),
  empty: t('without text'),
}

/** Why an address was skipped, in words. */
const reasonOf = ({ reason, message }: SkippedAddress) =>
  message?.replace(/\.$/, '') ?? REASONS[reason] ?? t('could not be read')

/** Skipped addresses, each with its reason; `count` is their total. */
export function SkippedAddresses({ skipped, count }: { skipped: readonly SkippedAddress[]; count: number }) {
  if (skipped.length === 0) return null
  return (
    <chakra.details fontSize="sm">
      <chakra.summary cursor="pointer" color="ink.2">
        {t('{count, plural, one {# address} other {# addresses}} left out', { count })}
      </chakra.summary>
      <Box
        as="ul"
        mt="2"
        maxHeight="13rem"
        overflowY="auto"
        listStyleType="none"
        display="grid"
        gap="1"
        tabIndex={0}
      >
        {skipped.map((address) => (
          <Text as="li" key={address.url} color="ink.2" overflowWrap="anywhere">
            {address.url} — {reasonOf(address)}
          </Text>
        ))}
      </Box>
    </chakra.details>
  )
}
