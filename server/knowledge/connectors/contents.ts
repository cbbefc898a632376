import { escaped } from '../../kernel/http/html.ts'
import { hashOf } from '../crawling/content-hash.ts'
import type { Content, Item } from './connector.types.ts'

/** A page without text is only markup. Checked without a parser, because this is the main thread. */
const hasText = (html: string) => {
  let at = 0
  while (at !== -1) {
    const tag = html.indexOf('<', at)
    const text = html.slice(at, tag === -1 ? undefined : tag).replaceAll(/&#?\w{1,30};/g, '')
    if (/[\p{L}\p{N}]/u.test(text)) return true
    at = tag === -1 ? -1 : html.indexOf('>', tag)
    if (at !== -1) at += 1
  }
  return false
}

const isEmpty = (content: Content) => {
  if ('html' in content) return !hasText(content.html)
  if ('markdown' in content) return !/\S/.test(content.markdown)
  return content.file.length === 0 || (content.isMarkdown === true && !/\S/.test(content.file.toString()))
}

const markdown = { contentType: 'text/markdown', type: 'md' as const }

const writtenAs = ({ title }: Item, content: Content) => {
  if ('markdown' in content) return { ...markdown, body: Buffer.from(`# ${title}\n\n${content.markdown}`) }
  if ('html' in content) {
    const name = escaped(title)
    const page = `<!doctype html><meta charset="utf-8"><title>${name}</title><main><h1>${name}</h1>${content.html}</main>`
    return { contentType: 'text/html', type: 'html' as const, body: Buffer.from(page) }
  }
  const { file: body, isMarkdown } = content
  return isMarkdown ? { ...markdown, body } : { contentType: 'application/octet-stream', body }
}

/** An item's content as a page or Markdown under its title, or as a file; null if it has no text. */
export const bodyOf = (item: Item, content: Content | null) => {
  if (content === null || isEmpty(content)) return null
  const written = writtenAs(item, content)
  return { ...written, contentHash: hashOf(written.body) }
}
