import type { Token, Tokens } from 'marked'
import { markdown } from './markdown-lexer.ts'

const inline = (tokens: readonly Token[] | undefined): string =>
  (tokens ?? [])
    .map((token) => {
      if (token.type === 'citation') return ''
      if (token.type === 'br') return ' '
      return 'tokens' in token && token.tokens
        ? inline(token.tokens)
        : ((token as { text?: string }).text ?? '')
    })
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim()

/** Ends with a full stop if it has none, so that a voice pauses. */
const sentence = (text: string) => (text === '' || /[.!?:…。！？]$/.test(text) ? text : `${text}.`)

/** `Who: Ann. From: Monday.` for each row. */
const rows = ({ header, rows: all }: Tokens.Table) =>
  all.map((cells) =>
    cells
      .map(({ tokens }, place) => sentence(`${inline(header[place]?.tokens)}: ${inline(tokens)}`))
      .join(' '),
  )

const blocks = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token) => {
    switch (token.type) {
      case 'list':
        return (token as Tokens.List).items.flatMap(({ tokens: own }) => blocks(own))
      case 'blockquote':
        return blocks(token.tokens ?? [])
      case 'table':
        return rows(token as Tokens.Table)
      case 'heading':
      case 'paragraph':
      case 'text':
        return [sentence(inline('tokens' in token && token.tokens ? token.tokens : [token]))]
      case 'code':
        return [sentence(token.text)]
      default:
        return []
    }
  })

/** A Markdown text as plain sentences, without symbols and citation numbers: read aloud, or shown as a preview. */
export const spokenText = (source: string) =>
  blocks(markdown.lexer(source))
    .filter((text) => text !== '')
    .join(' ')
