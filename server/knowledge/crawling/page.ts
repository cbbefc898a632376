import { Parser } from 'htmlparser2'
import { cut } from '../../../src/services/contract/common.ts'
import { ROBOT } from '../../kernel/fetching/guarded-fetch.ts'
import { digestOf } from '../../kernel/secrets.ts'
import { inOneLine } from '../ingestion/clean.ts'
import { normalized } from './addresses.ts'

const LINKS_MAX = 5_000
/** Maximum length of all links together: a long base address makes long links of short ones. */
const LINK_CHARACTERS_MAX = 100_000
const TITLE_MAX = 200
/** The parser's cost grows with depth: deeper pages are read up to this level. */
const DEPTH_MAX = 250
const WITHOUT_TEXT = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object'])

export type Page = {
  title: string
  /** The page's own declared address, or the one that it redirects to. */
  canonical: string | null
  isIndexed: boolean
  /** In page order, each once. */
  links: string[]
  /** Links marked nofollow. */
  unfollowed: string[]
  /** Hash of title and text, because the markup of many sites differs with each request. */
  contentHash: string
}

/** `0; url=/new`: a page that redirects within this many seconds is not meant to be read. */
const REFRESH = /^\s{0,9}(\d{1,3})(?:\.\d{0,3})?\s{0,9}[;,]\s{0,9}(?:url\s{0,9}=\s{0,9})?["']?([^"'\s]+)/i
const REFRESH_SECONDS_MAX = 10

const refreshTarget = (content: string) => {
  const [, seconds, target] = REFRESH.exec(content) ?? []
  return Number(seconds) <= REFRESH_SECONDS_MAX ? target : undefined
}

const words = (value: string | undefined) => (value ?? '').toLowerCase().split(/[\s,]+/)

/** The directives of an `X-Robots-Tag` for all robots, or for us. */
const headerDirectives = (header: string | null) =>
  (header ?? '').split(',').flatMap((part) => {
    const [name = '', value] = part.split(':')
    if (value === undefined) return words(name)
    return name.trim().toLowerCase() === ROBOT.toLowerCase() ? words(value) : []
  })

/** Extracts what a crawl needs from a page, in one pass and without a tree. */
export const readPage = (html: string, address: string, robotsTag: string | null = null): Page => {
  const directives = new Set(headerDirectives(robotsTag))
  const followed = new Set<string>()
  const unfollowed = new Set<string>()
  const text: string[] = []
  let room = LINK_CHARACTERS_MAX
  let base = address
  let hasBase = false
  let canonical: string | null = null
  let title = ''
  let heading = ''
  let silent = 0
  let depth = 0
  let inTitle = false
  let inHeading = false

  const addLink = (href: string, relation: string[]) => {
    const link = normalized(href, base)
    const links = relation.includes('nofollow') ? unfollowed : followed
    if (!link || links.has(link) || link.length > room || followed.size + unfollowed.size >= LINKS_MAX) return
    room -= link.length
    links.add(link)
  }
  const addRefresh = (content: string) => {
    const target = refreshTarget(content)
    if (target) canonical = normalized(target, base) ?? canonical
  }
  const parser = new Parser({
    onopentag(name, { href, rel, content, name: of, 'http-equiv': says }) {
      if (++depth > DEPTH_MAX) parser.pause()
      if (WITHOUT_TEXT.has(name)) silent++
      if (name === 'title') inTitle = title === '' && silent === 0
      if (name === 'h1') inHeading = heading === ''
      // Only the first one counts.
      if (name === 'base' && href && !hasBase) {
        base = normalized(href, address) ?? address
        hasBase = true
      }
      if (name === 'link' && href && words(rel).includes('canonical')) canonical ??= normalized(href, base)
      if (name === 'meta' && says?.toLowerCase() === 'refresh' && silent === 0) addRefresh(content ?? '')
      if (name === 'meta' && ['robots', ROBOT.toLowerCase()].includes((of ?? '').toLowerCase()))
        for (const directive of words(content)) directives.add(directive)
      if ((name === 'a' || name === 'area') && href) addLink(href, words(rel))
    },
    ontext(part) {
      if (inTitle) title += part
      else if (silent === 0) {
        text.push(part)
        if (inHeading) heading += part
      }
    },
    onclosetag(name) {
      depth--
      if (WITHOUT_TEXT.has(name) && silent > 0) silent--
      if (name === 'title') inTitle = false
      if (name === 'h1') inHeading = false
      text.push(' ')
    },
  })
  parser.end(html)

  const named = inOneLine(title) || inOneLine(heading)
  const isFollowed = !directives.has('nofollow') && !directives.has('none')
  return {
    title: cut(named, TITLE_MAX),
    canonical,
    isIndexed: !directives.has('noindex') && !directives.has('none'),
    links: isFollowed ? [...followed] : [],
    unfollowed: isFollowed
      ? [...unfollowed].filter((link) => !followed.has(link))
      : [...followed, ...unfollowed],
    contentHash: digestOf(`${named}\n${inOneLine(text.join(''))}`),
  }
}
