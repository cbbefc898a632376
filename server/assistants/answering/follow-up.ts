import type { ModelUse } from '../../kernel/db/schema/index.ts'
import type { Turn } from './answerer.ts'

/** First words of follow-up questions, and words that refer to an earlier question, in four languages. */
const BEGINNINGS =
  /^(?:and|but|so|what about|how about|why|which one|also|und|aber|also|was ist mit|wie steht es mit|warum|wieso|auch|et|mais|donc|pourquoi|lequel|laquelle|aussi|y|pero|entonces|por qué|cuál|también)(?!\p{L})/iu
const REFERENCES =
  /(?<!\p{L})(?:it|its|they|them|that|those|this|these|there|one|ones|er|es|ihn|ihm|sein|seine|dies|diese|dieser|dieses|diesen|dort|dabei|dafür|damit|davon|darauf|il|elle|ils|elles|lui|leur|cela|ça|celui-ci|celle-ci|ceux-ci|ceci|él|ella|ellos|ellas|eso|esto|esta|este|estos|estas|ese|esa|allí|ahí)(?!\p{L})/giu
/** There, it and their like refer to nothing in these, if the question goes on. */
const EXPLETIVES =
  /(?<!\p{L})(?:(?:is|are|was|were) there|there (?:is|are|was|were)|is it (?:possible|allowed)|gibt es|es gibt|ist es (?:möglich|erlaubt)|il y a|y a-t-il|est-il (?:possible|permis)|il faut|faut-il|this (?:week|month|year))(?!\p{L})/giu
const isInCapitals = (text: string) => text === text.toUpperCase()
/** A reference in capitals is an abbreviation, such as IT or ER, unless the whole question is in capitals. */
const isFollowUp = (question: string) => {
  const said = question.replace(EXPLETIVES, '').trimStart()
  return (
    !/[\p{L}\p{N}]/u.test(said) ||
    BEGINNINGS.test(said) ||
    (said.match(REFERENCES) ?? []).some((word) => !isInCapitals(word) || isInCapitals(question))
  )
}

const SHORT_QUESTION_WORDS_MAX = 8

/** A short question joined to the previous one; null if it is long or the first of the conversation. */
export const withPreviousQuestion = (question: string, history: Turn[]) => {
  const before = history.at(-1)?.question
  const words = question.trim().split(/\s+/).length
  return before !== undefined && words <= SHORT_QUESTION_WORDS_MAX ? `${before}\n${question}` : null
}

/** Text to search for: a short follow-up question is searched together with the previous question. */
export const searchTextFor = (question: string, history: Turn[]) =>
  (isFollowUp(question) && withPreviousQuestion(question, history)) || question

/** Writes the search queries, the question itself first, and returns the token usage. Never rejects. */
export type QueryWriter = (asked: {
  question: string
  history: Turn[]
  /** Languages of the passages that a first search found, if none of them answers the question. */
  retryLanguages?: readonly string[]
  signal: AbortSignal
}) => Promise<{ queries: string[]; use: ModelUse | null }>

export const writeQueriesByRule: QueryWriter = async ({ question, history }) => ({
  queries: [searchTextFor(question, history)],
  use: null,
})
