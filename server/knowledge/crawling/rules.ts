import robotsParser from 'robots-parser'
import { cut } from '../../../src/services/contract/common.ts'
import { ROBOT } from '../../kernel/fetching/guarded-fetch.ts'

/** Longer files are truncated: each address is compared with every rule, and their author is a stranger. */
const ROBOTS_LENGTH_MAX = 100_000
const DELAY_MAX = 30_000 // ms

export type Robots = ReturnType<typeof readRobots>

/** Rules of a site's `robots.txt` that apply to us. */
export const readRobots = (origin: string, text: string) => {
  const rules = robotsParser(`${origin}/robots.txt`, cut(text, ROBOTS_LENGTH_MAX))
  return {
    /** For any address of the site: one rule file covers both schemes, with and without `www.`. */
    allows(address: string) {
      const { pathname, search } = new URL(address)
      return rules.isAllowed(`${origin}${pathname}${search}`, ROBOT) ?? true
    },
    /** ms between two requests. */
    delay: Math.min((rules.getCrawlDelay(ROBOT) ?? 0) * 1000, DELAY_MAX),
    sitemaps: rules.getSitemaps(),
  }
}

/** A matcher for patterns as in `robots.txt`: path prefixes, `*` for anything, `$` for the end. */
const matcher = (patterns: string[]) => {
  const lines = patterns.map((pattern) => `Disallow: ${pattern.replace(/\s/g, '').replaceAll('#', '%23')}`)
  const rules = robotsParser('http://site.invalid/robots.txt', ['User-agent: *', ...lines].join('\n'))
  return (address: string) => {
    const { pathname, search } = new URL(address)
    return rules.isDisallowed(`http://site.invalid${pathname}${search}`, ROBOT) ?? false
  }
}

/** Selects addresses of a site: those matching `include`, by default all, without those matching `exclude`. */
export const createSelection = ({
  include = [],
  exclude = [],
}: {
  include?: string[]
  exclude?: string[]
}) => {
  const isIncluded = include.length === 0 ? () => true : matcher(include)
  const isExcluded = matcher(exclude)
  return (address: string) => isIncluded(address) && !isExcluded(address)
}
