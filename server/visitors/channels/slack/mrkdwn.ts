import { shortened } from '../../../../src/services/contract/common.ts'
import type { ChannelReply } from '../../../kernel/db/schema/index.ts'

/** Slack cuts at 40,000 characters, and folds text longer than a screen. */
const TEXT_MAX = 12_000
const FENCE = /^\s*```/

/** Nothing in it can mention people or channels, or become a link. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const LINK = /\[([^\][\n]{1,500})\]\((https?:\/\/[^\s()|]{1,2000})\)/g

const lineOf = (line: string) =>
  escaped(line)
    .replace(/^#{1,6} {1,4}(.{1,500})$/, '*$1*')
    .replace(/^(\s{0,40})[-*+] /, '$1• ')
    .replace(/\*\*([^*\n]{1,2000})\*\*/g, '*$1*')
    .replace(LINK, '<$2|$1>')

/** Converts Markdown to Slack's format. */
const mrkdwn = (markdown: string) => {
  let inCode = false
  return markdown
    .split('\n')
    .map((line) => {
      if (!FENCE.test(line)) return inCode ? escaped(line) : lineOf(line)
      inCode = !inCode
      return '```'
    })
    .join('\n')
}

const sourceOf = ({ title, url }: ChannelReply['sources'][number], place: number) => {
  const name = escaped(title).replaceAll('|', '¦')
  return `[${place + 1}] ${url === null ? name : `<${escaped(url).replaceAll('|', '%7C')}|${name}>`}`
}

/** An answer with its sources, which its numbers refer to. */
export const messageOf = ({ text, sources, author }: ChannelReply) => {
  const shown = mrkdwn(shortened(text, TEXT_MAX))
  return [author ? `*${escaped(author)}:* ${shown}` : shown, sources.map(sourceOf).join('\n')]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A message without Slack's markup. */
export const plainText = (text: string, own: string) =>
  text
    .replaceAll(`<@${own}>`, ' ')
    .replace(/<[#!@][^<>|]{1,200}\|([^<>]{1,200})>/g, '$1')
    .replace(/<(?:[!@#])([^<>|]{1,200})>/g, '$1')
    .replace(/<([^<>|\s]{1,2000})\|[^<>]{1,2000}>/g, '$1')
    .replace(/<([^<>|\s]{1,2000})>/g, '$1')
    .replaceAll('\0', '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
