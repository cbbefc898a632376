import { gfm } from '@joplin/turndown-plugin-gfm'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'
import type { Extracted } from '../extracted.ts'
import { readMarkdown } from './markdown.ts'

const FURNITURE =
  'script, style, noscript, template, nav, footer, aside, form, iframe, svg, [hidden], [aria-hidden="true"], [style*="display:none"], [style*="display: none"]'

/** Below this share of the page's own text, the article found is a part of it only. */
const ARTICLE_SHARE = 0.5

const toMarkdown = () => {
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
  })
  service.use(gfm)
  service.remove(['script', 'style'])
  const standard = service.escape.bind(service)
  service.escape = (text) => standard(text).replace(/[<&]/g, '\\$&')
  return service
}

/** HTML that holds nothing but the content, as from a Word file. */
export const readHtmlFragment = (html: string, name: string, title = ''): Extracted =>
  readMarkdown(toMarkdown().turndown(html), name, title)

/** A saved page: its article without navigation, or the whole body where no article stands out. */
export const readHtml = (source: string, name: string): Extracted => {
  const { document } = parseHTML(/<html[\s>]/i.test(source) ? source : `<html><body>${source}</body></html>`)
  for (const element of document.querySelectorAll(FURNITURE)) element.remove()
  const title = document.querySelector('title')?.textContent?.trim() ?? ''
  const heading = document.querySelector('h1')?.textContent?.trim() ?? ''
  const body = document.body?.innerHTML ?? ''
  const bodyLength = (document.body?.textContent ?? '').replace(/\s+/g, ' ').length
  const article = new Readability(document as unknown as Document).parse()
  const content =
    article?.content && (article.textContent ?? '').replace(/\s+/g, ' ').length >= bodyLength * ARTICLE_SHARE
      ? article.content
      : body
  const headed = heading !== '' && !/<h1[\s>]/i.test(content) ? `<h1>${heading}</h1>${content}` : content
  return readHtmlFragment(headed, name, title || heading)
}
