import { shortened } from '../../../src/services/contract/common.ts'
import type { Language } from '../../../src/texts/language.ts'
import type { MessageRow } from '../../conversations/conversations.types.ts'
import { asMailText, type Mail } from '../../kernel/mail/letter.ts'
import { say } from '../../kernel/texts/say.ts'
import type { EntryRow, HandoverRow, ItemRow } from './handover.types.ts'

/** The beginning of a long answer shows what it was about. */
const WORDS_MAX = 1500
/** Instead of a name or an address that is not known. */
export const UNKNOWN = '–'

const wordsOf = (text: string) => asMailText(shortened(text, WORDS_MAX))

type Requested = {
  item: ItemRow
  messages: MessageRow[]
  /** Messages of the visitor to a person. */
  entries: Pick<EntryRow, 'content'>[]
  to: string
  language: Language
  link: string
  /** Whether a reply to the mail goes to the visitor. */
  isAnswered: boolean
}

/** To the team: the conversation. */
export const requestMail = ({ item, messages, entries, to, language, link, isAnswered }: Requested): Mail => {
  const { email } = item
  const name = asMailText(item.name || UNKNOWN)
  const assistant = asMailText(item.assistant)
  return {
    to,
    language,
    subject: say('handover_mail', { name: item.name || email || UNKNOWN, title: item.title }),
    says: [
      say('handover_mail.from', { assistant, name, email: email || UNKNOWN }),
      ...messages
        .filter(({ content }) => content !== '')
        .map(({ role, content }) =>
          role === 'user'
            ? say('handover_mail.asked', { words: wordsOf(content) })
            : say('handover_mail.answered', { words: wordsOf(content) }),
        ),
      ...entries.map(({ content }) => say('handover_mail.asked', { words: wordsOf(content) })),
      ...(isAnswered ? [say('handover_mail.reply', { email })] : []),
      { label: say('handover_mail.open'), url: link },
    ],
    why: say('handover_mail.why', { assistant }),
    ...(isAnswered && { replyTo: email }),
  }
}

type Replied = {
  handover: HandoverRow
  item: Pick<ItemRow, 'assistant' | 'title'>
  replies: Pick<EntryRow, 'content'>[]
  name: string
  link: string
}

/** To a visitor whose page is closed. */
export const replyMail = ({ handover, item, replies, name, link }: Replied): Mail => ({
  to: handover.email,
  language: handover.language,
  subject: say('handover_reply_mail', { assistant: item.assistant }),
  says: [
    say('handover_reply_mail.asked', { title: asMailText(item.title) }),
    say('handover_reply_mail.writes', { name: name || 'none' }),
    ...replies.flatMap(({ content }) =>
      content
        .split(/\n{2,}/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((words) => say('mail.words', { words })),
    ),
    { label: say('handover_reply_mail.open'), url: link },
  ],
  sender: item.assistant,
  why: say('handover_reply_mail.why', { assistant: asMailText(item.assistant) }),
})
