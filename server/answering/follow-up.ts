import type { ModelUse } from '../models/model-source.ts'
import type { Turn } from './answerer.ts'

const FOLLOW_UP =
  /^(?:and|but|so|what about|how about|why|which one|and if|also)\b|\b(?:it|its|they|them|that|those|this|these|there|one|ones)\b/i
const SHORT = 8

/** What to search for: a short question that leans on the one before is searched together with it. */
export const searchTextFor = (question: string, history: Turn[]) => {
  const before = history.at(-1)?.question
  const words = question.trim().split(/\s+/).length
  return before !== undefined && words <= SHORT && FOLLOW_UP.test(question)
    ? `${before}\n${question}`
    : question
}

/** What to search for, the question itself first, and what a model used to write it. Never fails. */
export type QueryWriter = (asked: {
  question: string
  history: Turn[]
  signal: AbortSignal
}) => Promise<{ queries: string[]; use: ModelUse | null }>

export const writeQueriesByRule: QueryWriter = async ({ question, history }) => ({
  queries: [searchTextFor(question, history)],
  use: null,
})
