import { useState } from 'react'
import type {
  AnswerFeedbackRef,
  answerFeedbackMachine,
} from '../../../machines/conversations/answer-feedback.machine.ts'
import type { Message } from '../../../services/contract/conversations.ts'
import { useViewActors } from '../../view-actor.ts'

/** The rating of an answer; null while the answer is being written. */
export type FeedbackOf = (answer: Message) => AnswerFeedbackRef | null

const createFeedbacks = (begin: (answer: Message) => AnswerFeedbackRef): FeedbackOf => {
  const held = new Map<string, AnswerFeedbackRef>()
  return (answer) => {
    // An answer that is written again has no rating yet.
    if (answer.status === 'streaming') {
      held.delete(answer.id)
      return null
    }
    const feedback = held.get(answer.id) ?? begin(answer)
    held.set(answer.id, feedback)
    return feedback
  }
}

/**
 * The ratings of a page's answers. They outlast the rows: a row is drawn elsewhere once the next question is asked, and
 * not at all while it is far from the window.
 */
export function useFeedbacks(logic: typeof answerFeedbackMachine): FeedbackOf {
  const begin = useViewActors(logic)
  const [feedbackOf] = useState(() =>
    createFeedbacks(({ id, feedback }) => begin({ input: { messageId: id, feedback } })),
  )
  return feedbackOf
}
