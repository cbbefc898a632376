import type { ModelUse } from '../../kernel/db/schema/index.ts'
import type { Turn } from './answerer.ts'

/** How a question begins that leans on the one before, and the words by which it does, in four languages. */
const BEGINNINGS =
  /^(?:and|but|so|what about|how about|why|which one|also|und|aber|also|was ist mit|wie steht es mit|warum|wieso|auch|et|mais|donc|pourquoi|lequel|laquelle|aussi|y|pero|entonces|por qué|cuál|también)(?!\p{L})/iu
const REFERENCES =
  /(?<!\p{L})(?:it|its|they|them|that|those|this|these|there|one|ones|er|es|ihn|ihm|sein|seine|dies|diese|dieser|dieses|diesen|dort|dabei|dafür|damit|davon|darauf|il|elle|ils|elles|lui|leur|cela|ça|celui-ci|celle-ci|ceux-ci|ceci|él|ella|ellos|ellas|eso|esto|esta|este|estos|estas|ese|esa|allí|ahí)(?!\p{L})/iu
const leansOnEarlier = (question: string) => BEGINNINGS.test(question) || REFERENCES.test(question)

const SHORT = 8

/** A short question with the one before it; null where it is long, or the first. */
export const withTheOneBefore = (question: string, history: Turn[]) => {
  const before = history.at(-1)?.question
  const words = question.trim().split(/\s+/).length
  return before !== undefined && words <= SHORT ? `${before}\n${question}` : null
}

/** What to search for: a short question that leans on the one before is searched together with it. */
export const searchTextFor = (question: string, history: Turn[]) =>
  (leansOnEarlier(question) && withTheOneBefore(question, history)) || question

/** What to search for, the question itself first, and what a model used to write it. Never fails. */
export type QueryWriter = (asked: {
  question: string
  history: Turn[]
  /** The languages of the passages that a first search found, where what it found answers nothing. */
  weakIn?: readonly string[]
  signal: AbortSignal
}) => Promise<{ queries: string[]; use: ModelUse | null }>

export const writeQueriesByRule: QueryWriter = async ({ question, history }) => ({
  queries: [searchTextFor(question, history)],
  use: null,
})
