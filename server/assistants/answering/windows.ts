import type { Hit } from '../../knowledge/retrieval/hit.ts'
import type { QuestionWord } from '../../knowledge/retrieval/index/question-words.ts'
import { termsOf } from '../../knowledge/retrieval/terms.ts'
import { type Statement, statementsOf } from './statements.ts'

/** Consecutive statements of a passage that are quoted together. */
export type Window = {
  hit: Hit
  statements: Statement[]
  /** The central statements of the window, as a range of all statements of the passage. */
  core: { passage: Statement[]; first: number; last: number }
  /** A literal part of the passage. */
  quote: string
  start: number
  /** Share of the question’s words in the window or its headings, weighted by rarity. */
  coverage: number
  /** The same share for the central statement only. */
  focus: number
  /** The same share for any text, without headings. */
  shareOf: (text: string) => number
}

/** Length up to which the core includes the following sentences. */
const CORE_LENGTH_MAX = 480
/** Length up to which the core includes a list or code block that it introduces. */
const INTRODUCED_LENGTH_MAX = 700
/** Length up to which a quote includes its context, so that it can be understood on its own. */
const CONTEXT_LENGTH_MAX = 600
/** Words in headings count for the statements below, but less than their own words. */
const HEADINGS_WEIGHT = 0.5
/** First words of a sentence that refers to the previous one. */
const REFERS_BACK =
  /^(?:it|its|this|that|they|these|those|he|she|otherwise|however|then|there|in that case|if so|for example|for instance|also|but|and|so|thus|therefore)\b/i
const ENDS_WITH_COLON = /[:：]\s*$/
const IS_QUESTION = /[?？]\s*$/

const NO_HEADINGS: ReadonlySet<string> = new Set()

const lengthFrom = (statements: Statement[], first: number, last: number) => {
  const end = statements[last] as Statement
  return end.start + end.quote.length - (statements[first] as Statement).start
}

/** The statement at an index, with the sentence it refers to and the statements that belong to it. */
const coreAt = (statements: Statement[], at: number) => {
  let first = at
  let last = at
  const anchor = statements[at] as Statement
  const before = statements[at - 1]
  if (
    before &&
    before.block === anchor.block &&
    anchor.kind === 'sentence' &&
    REFERS_BACK.test(anchor.text) &&
    !IS_QUESTION.test(before.text)
  )
    first = at - 1
  while (last + 1 < statements.length) {
    const end = statements[last] as Statement
    const next = statements[last + 1] as Statement
    // A sentence that ends with a colon introduces the statements after it.
    const isIntroduced =
      ENDS_WITH_COLON.test(end.text) ||
      (next.block === end.block && isBlockIntroduced(statements, first, last))
    const runsOn = next.block === end.block && next.kind === 'sentence'
    if (!isIntroduced && !runsOn) break
    if (lengthFrom(statements, first, last + 1) > (isIntroduced ? INTRODUCED_LENGTH_MAX : CORE_LENGTH_MAX))
      break
    last++
  }
  return { first, last }
}

/** Adds context after and before the core, except to rows and code. Context before never includes a question. */
const withContext = (statements: Statement[], core: { first: number; last: number }) => {
  let { first, last } = core
  const isProse = (place: number) => ['sentence', 'item'].includes(statements[place]?.kind ?? '')
  const fits = (from: number, to: number) => lengthFrom(statements, from, to) <= CONTEXT_LENGTH_MAX
  if (!isProse(last)) return core
  while (isProse(last + 1) && fits(first, last + 1)) last++
  while (isProse(first - 1) && !IS_QUESTION.test(statements[first - 1]?.text ?? '') && fits(first - 1, last))
    first--
  return { first, last }
}

/** Whether a sentence of the window introduces its last block. */
const isBlockIntroduced = (statements: Statement[], first: number, last: number) => {
  const block = statements[last]?.block
  const lead = statements.slice(first, last + 1).findLast((statement) => statement.block !== block)
  return lead !== undefined && ENDS_WITH_COLON.test(lead.text)
}

/** Share of a question that terms and headings cover, weighted by rarity. Synonyms count by their weight. */
const coverageOf = (words: QuestionWord[], terms: ReadonlySet<string>, headings: ReadonlySet<string>) => {
  let covered = 0
  let total = 0
  for (const { terms: own, idf } of words) {
    total += idf
    covered +=
      idf *
      Math.max(
        0,
        ...own.map(({ term, weight }) =>
          terms.has(term)
            ? Math.min(1, weight)
            : headings.has(term)
              ? Math.min(1, weight) * HEADINGS_WEIGHT
              : 0,
        ),
      )
  }
  return total === 0 ? 0 : covered / total
}

/** All windows of a passage, one per statement that is not a question. */
export const windowsOf = (hit: Hit, words: QuestionWord[]): Window[] => {
  const statements = statementsOf(hit.content, /\.(csv|tsv)$/i.test(hit.documentName))
  const ownHeadings: ReadonlySet<string> = new Set(
    termsOf([hit.title, ...hit.headingPath].join('\n'), hit.language),
  )
  return statements.flatMap((statement, at) => {
    if (IS_QUESTION.test(statement.text)) return []
    const core = coreAt(statements, at)
    const { first, last } = withContext(statements, core)
    const { start } = statements[first] as Statement
    const quote = hit.content.slice(start, start + lengthFrom(statements, first, last))
    const shareIn = (text: string, headings = ownHeadings) =>
      coverageOf(words, new Set(termsOf(text, hit.language)), headings)
    return [
      {
        hit,
        statements: statements.slice(first, last + 1),
        core: { passage: statements, ...core },
        quote,
        start,
        coverage: shareIn(quote),
        focus: shareIn(statement.text),
        shareOf: (text) => shareIn(text, NO_HEADINGS),
      },
    ]
  })
}
