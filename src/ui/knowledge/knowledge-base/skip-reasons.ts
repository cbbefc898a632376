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

/** Why an address was left out, in words. */
export const reasonOf = ({ reason, message }: SkippedAddress) =>
  message?.replace(/\.$/, '') ?? REASONS[reason] ?? t('could not be read')
