import { Box } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { Token, Tokens } from 'marked'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import type { HandoverEntry } from '../../../services/contract/handover.ts'
import { markdown } from '../../parts/markdown-lexer.ts'

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

/** A Markdown text as read aloud: sentences without symbols and citation numbers. */
export const spokenText = (source: string) =>
  blocks(markdown.lexer(source))
    .filter((text) => text !== '')
    .join(' ')

/** Announces the answer to screen readers in sentences, once complete. */
export function NewAnswer({ actor }: { actor: ConversationRef }) {
  const text = useSelector(actor, (conversation) => {
    const last = conversation.context.messages.at(-1)
    return conversation.hasTag('settled') && last?.role === 'assistant' ? last.content : ''
  })
  return <Spoken text={text} />
}

/** Announces a person's reply to screen readers. */
export const NewReply = ({ entries }: { entries: readonly HandoverEntry[] }) => {
  const last = entries.findLast(({ kind }) => kind === 'reply')
  return <Spoken text={last ? `${last.author}: ${last.content}` : ''} />
}

const Spoken = ({ text }: { text: string }) => (
  <Box srOnly aria-live="polite">
    {spokenText(text)}
  </Box>
)
