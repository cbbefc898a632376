import type { Token, Tokens } from 'marked'
import { createContext, createElement, Fragment, memo, type ReactNode, use, useMemo, useState } from 'react'
import { type CitationToken, markdown } from './markdown-lexer.ts'

type RenderCitation = (n: number, key: string) => ReactNode

/** A link's target: a mail address, otherwise the host. Null if it must not be opened. */
function destinationOf(href: string): string | null {
  if (!URL.canParse(href)) return null
  const { protocol, host, pathname } = new URL(href)
  if (protocol === 'mailto:') return decoded(pathname)
  return protocol === 'https:' || protocol === 'http:' ? host : null
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether a link's text is its own address, which need not be repeated. */
const isItsOwnAddress = (text: string, destination: string) =>
  text.trim().toLowerCase() === destination ||
  (URL.canParse(text.trim()) && destinationOf(text.trim()) === destination)

/** Decides which addresses can be opened; others stay text. */
export const LinkRule = createContext<(href: string) => boolean>(() => true)

/** The link text is untrusted, so we show the target. */
function OutwardLink({ href, text, destination, children }: OutwardLinkProps) {
  const mayFollow = use(LinkRule)
  if (!mayFollow(href)) return children
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
      {isItsOwnAddress(text, destination) || <span data-destination> ({destination})</span>}
    </a>
  )
}

interface OutwardLinkProps {
  href: string
  text: string
  destination: string
  children: ReactNode
}

/** A numeral stays close to the word before it. */
const textBefore = (next: Token | undefined, text: string) =>
  next?.type === 'citation' ? text.trimEnd() : text

function inline(tokens: readonly Token[] | undefined, cite: RenderCitation, path: string): ReactNode[] {
  return (tokens ?? []).map((token, place) => {
    const key = `${path}.${place}`
    switch (token.type) {
      case 'citation':
        return cite((token as CitationToken).n, key)
      case 'strong':
      case 'em':
      case 'del':
        return createElement(token.type, { key }, inline(token.tokens, cite, key))
      case 'codespan':
        return <code key={key}>{token.text}</code>
      case 'br':
        return <br key={key} />
      case 'escape':
        return <Fragment key={key}>{textBefore(tokens?.[place + 1], token.text)}</Fragment>
      case 'link': {
        const words = inline(token.tokens, cite, key)
        const destination = destinationOf(token.href)
        if (destination === null) return <Fragment key={key}>{words}</Fragment>
        return (
          <OutwardLink key={key} href={token.href} text={token.text} destination={destination}>
            {words}
          </OutwardLink>
        )
      }
      // An image would tell its server who is reading; its alt text is enough.
      case 'image':
        return <Fragment key={key}>{token.text}</Fragment>
      default:
        return (
          <Fragment key={key}>
            {'tokens' in token && token.tokens
              ? inline(token.tokens, cite, key)
              : textBefore(tokens?.[place + 1], token.raw)}
          </Fragment>
        )
    }
  })
}

function listItem(item: Tokens.ListItem, cite: RenderCitation, key: string): ReactNode {
  return (
    <li key={key}>{item.tokens.map((token, place) => block(token, cite, `${key}.${place}`, !item.loose))}</li>
  )
}

function block(token: Token, cite: RenderCitation, key: string, tight = false): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading':
      return createElement(`h${Math.min(6, token.depth + 2)}`, { key }, inline(token.tokens, cite, key))
    case 'code':
      return (
        <pre key={key}>
          <code>{token.text}</code>
        </pre>
      )
    case 'hr':
      return <hr key={key} />
    case 'blockquote':
      return (
        <blockquote key={key}>
          {(token.tokens ?? []).map((child, place) => block(child, cite, `${key}.${place}`))}
        </blockquote>
      )
    case 'list': {
      const list = token as Tokens.List
      const items = list.items.map((item, place) => listItem(item, cite, `${key}.${place}`))
      return list.ordered ? (
        <ol key={key} start={list.start || 1}>
          {items}
        </ol>
      ) : (
        <ul key={key}>{items}</ul>
      )
    }
    case 'table': {
      const table = token as Tokens.Table
      const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td', rowKey: string) => (
        <tr key={rowKey}>
          {cells.map((cell, place) =>
            createElement(
              tag,
              { key: `${rowKey}.${place}`, style: { textAlign: cell.align ?? 'start' } },
              inline(cell.tokens, cite, `${rowKey}.${place}`),
            ),
          )}
        </tr>
      )
      return (
        <div key={key} data-scroll>
          <table>
            <thead>{row(table.header, 'th', `${key}.h`)}</thead>
            <tbody>{table.rows.map((cells, place) => row(cells, 'td', `${key}.${place}`))}</tbody>
          </table>
        </div>
      )
    }
    case 'text':
      return <Fragment key={key}>{inline(token.tokens ?? [token], cite, key)}</Fragment>
    case 'paragraph':
      return createElement(tight ? Fragment : 'p', { key }, inline(token.tokens, cite, key))
    // Raw HTML is shown as text.
    default:
      return <p key={key}>{token.raw}</p>
  }
}

const Block = memo(function Block({ token, cite }: { token: Token; cite: RenderCitation }) {
  return block(token, cite, '')
})

/** A marker that is still arriving would flicker: it is held back. */
const withoutHalfMarker = (text: string) => text.replace(/\[\d{0,3}$/, '')

const TABLE_LINE = /^\s*\|/

/** A table row that is still arriving, and a table before its second line, are only pipes: they are held back. */
const withoutHalfRow = (text: string) => {
  const lines = text.split('\n')
  const arriving = lines.pop() ?? ''
  if (arriving !== '' && !TABLE_LINE.test(arriving)) return text
  const first = lines.findLastIndex((line) => !TABLE_LINE.test(line)) + 1
  const rows = lines.length - first
  if (arriving === '' && rows !== 1) return text
  return lines.slice(0, rows === 1 ? first : lines.length).join('\n')
}

interface MarkdownProps {
  source: string
  streaming: boolean
  cite: RenderCitation
}

/** The next text can change only the last block and the space after it. */
const OPEN_BLOCKS = 2

/** Parses a growing text: unchanged blocks keep their identity. */
const createGrowingLexer = () => {
  let settled: Token[] = []
  let read = ''
  return (source: string): readonly Token[] => {
    if (!source.startsWith(read)) {
      settled = []
      read = ''
    }
    const open = markdown.lexer(source.slice(read.length))
    const done = open.slice(0, -OPEN_BLOCKS)
    const tokens = [...settled, ...open]
    settled = [...settled, ...done]
    read += done.map(({ raw }) => raw).join('')
    return tokens
  }
}

/** Markdown as React elements: there is no HTML string, and unchanged blocks are not redrawn. */
export function Markdown({ source, streaming, cite }: MarkdownProps) {
  const [growing] = useState(createGrowingLexer)
  const blocks = useMemo(
    () => (streaming ? growing(withoutHalfRow(withoutHalfMarker(source))) : markdown.lexer(source)),
    [source, streaming, growing],
  )
  return blocks.map((token, place) =>
    token.type === 'space' ? null : <Block key={place} token={token} cite={cite} />,
  )
}
