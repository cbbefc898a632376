import type { Turn } from '../../assistants/answering/answerer.ts'
import type { MessageRow } from '../../conversations/conversations.types.ts'
import { asksForPerson } from './asks-for-person.ts'
import type { EntryRow } from './handover.types.ts'

type CodedText = { isCustomer: boolean; text: string; at: Date }

const saidIn = (messages: MessageRow[], entries: EntryRow[]): CodedText[] =>
  [
    ...messages.map(({ role, content, createdAt }) => ({
      isCustomer: role === 'user',
      text: content,
      at: createdAt,
    })),
    ...entries
      .filter(({ kind }) => kind === 'visitor' || kind === 'reply')
      .map(({ kind, content, createdAt }) => ({
        isCustomer: kind === 'visitor',
        text: content,
        at: createdAt,
      })),
  ]
    .filter(({ text }) => text.trim() !== '')
    .sort((one, other) => one.at.getTime() - other.at.getTime())

/**
 * The question for a drafted reply: the customer's last message, after everything said by them, the assistant
 * and people.
 */
export const draftQuestion = (
  messages: MessageRow[],
  entries: EntryRow[],
): { question: string; history: Turn[] } => {
  const turns: Turn[] = []
  for (const { isCustomer, text } of saidIn(messages, entries)) {
    const last = turns.at(-1)
    if (!isCustomer) {
      if (last) last.answer = last.answer === '' ? text : `${last.answer}\n\n${text}`
    } else if (last?.answer === '') last.question += `\n\n${text}`
    else turns.push({ question: text, answer: '' })
  }
  // The wish for a person was heard: the underlying question is answered.
  while (turns.length > 1 && asksForPerson(turns.at(-1)!.question)) turns.pop()
  return { question: turns.at(-1)?.question ?? '', history: turns.slice(0, -1) }
}
