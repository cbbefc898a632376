import type { SkippedAddress } from '../../../services/contract/sources.ts'

const REASONS: Readonly<Record<string, string>> = {
  robots: 'robots.txt does not allow it',
  robots_unreachable: 'robots.txt could not be read',
  excluded: 'left out by your rules',
  depth: 'more links away than you allow',
  limit: 'beyond the number of pages',
  duplicate: 'the same as another page',
  redirected: 'redirects to another page',
  other_site: 'on another site',
  noindex: 'the page asks not to be indexed',
  nofollow: 'the link asks not to be followed',
}

/** Why an address was left out, in words. */
export const reasonOf = ({ reason, message }: SkippedAddress) =>
  message?.replace(/\.$/, '') ?? REASONS[reason] ?? 'could not be read'
