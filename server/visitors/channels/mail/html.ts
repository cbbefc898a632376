import type { ChannelReply } from '../../../kernel/db/schema/index.ts'
import { escaped } from '../../../kernel/http/html.ts'

const LINK = /\[([^\][\n]{1,500})\]\((https?:&#47;&#47;[^\s()]{1,2000}|https?:\/\/[^\s()]{1,2000})\)/g
const FENCE = /^\s*```/
const ITEM = /^\s{0,40}(?:[-*+]|\d{1,3}[.)])\s+/

const link = (url: string, text: string) => `<a href="${url}">${text}</a>`

type Sources = ChannelReply['sources']

/** A line of Markdown; its numbers link to the sources with an address. */
const lineOf = (line: string, sources: Sources) =>
  escaped(line)
    .replace(/^#{1,6} {1,4}(.{1,500})$/, '<strong>$1</strong>')
    .replace(/\*\*([^*\n]{1,2000})\*\*/g, '<strong>$1</strong>')
    .replace(/`([^`\n]{1,500})`/g, '<code>$1</code>')
    .replace(LINK, (_, text: string, url: string) => link(url, text))
    .replace(/\[(\d{1,3})\]/g, (marker, number: string) => {
      const url = sources[Number(number) - 1]?.url
      return url ? link(escaped(url), marker) : marker
    })

const blockOf = (block: string, sources: Sources) => {
  const lines = block.split('\n')
  if (lines.every((line) => ITEM.test(line)))
    return `<ul>${lines.map((line) => `<li>${lineOf(line.replace(ITEM, ''), sources)}</li>`).join('')}</ul>`
  return `<p>${lines.map((line) => lineOf(line, sources)).join('<br>')}</p>`
}

/** Fenced text is left unchanged. */
const blocksOf = (markdown: string) => {
  const blocks: { text: string; isCode: boolean }[] = []
  let isCode = false
  let lines: string[] = []
  const end = () => {
    const texts = isCode ? [lines.join('\n')] : lines.join('\n').split(/\n{2,}/)
    for (const text of texts)
      if (text.trim() !== '') blocks.push({ text: isCode ? text : text.trim(), isCode })
    lines = []
  }
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) {
      end()
      isCode = !isCode
    } else lines.push(line)
  }
  end()
  return blocks
}

const sourceOf = ({ title, url }: Sources[number]) =>
  `<li>${url === null ? escaped(title) : link(escaped(url), escaped(title))}</li>`

/** A reply as HTML without external content or styling: it looks like a mail written by a person. */
export const htmlOf = (
  { text, sources }: Pick<ChannelReply, 'text' | 'sources'>,
  quote: string,
  language: string,
) => {
  const blocks = blocksOf(text).map(({ text: block, isCode }) =>
    isCode ? `<pre>${escaped(block)}</pre>` : blockOf(block, sources),
  )
  const list = sources.length > 0 ? [`<ol>${sources.map(sourceOf).join('')}</ol>`] : []
  const quoted = quote === '' ? [] : [`<blockquote>${escaped(quote).replaceAll('\n', '<br>')}</blockquote>`]
  return `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"></head><body dir="auto">\n${[...blocks, ...list, ...quoted].join('\n')}\n</body></html>\n`
}
