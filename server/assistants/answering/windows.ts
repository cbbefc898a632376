import type { Hit } from '../../knowledge/retrieval/hit.ts'
import type { QuestionWord } from '../../knowledge/retrieval/index/question-words.ts'
import { termsOf } from '../../knowledge/retrieval/terms.ts'
import { type Statement, statementsOf } from './statements.ts'

/** Statements that stand side by side in a passage and are quoted as one. */
export type Window = {
  hit: Hit
  statements: Statement[]
  /** Those that it was made around, with what belongs to them, among all of the passage. */
  core: { passage: Statement[]; first: number; last: number }
  /** A literal part of the passage. */
  quote: string
  start: number
  /** Share of the question's words, weighed by how rare they are, that stand in the window or above it. */
  coverage: number
  /** The same of the statement that the window was made around. */
  focus: number
  /** The same of any text. */
  shareOf: (text: string) => number
}

/** A window grows over what follows up to here, and to the whole of a short list or block of code. */
const LENGTH = 480
const LENGTH_MAX = 700
/** What stands around it is quoted with it up to here: one quote that explains itself in place of several. */
const LENGTH_GROWN = 600
/** What the headings say counts for each statement below them, but less than what it says itself. */
const HEADINGS_SHARE = 0.5
/** A sentence that leans on the one before it. */
const LEANS =
  /^(?:it|its|this|that|they|these|those|he|she|otherwise|however|then|there|in that case|if so|for example|for instance|also|but|and|so|thus|therefore)\b/i
const ENDS_OPEN = /[:：]\s*$/
const ASKS = /[?？]\s*$/

const NOTHING_ABOVE: ReadonlySet<string> = new Set()

const lengthFrom = (statements: Statement[], first: number, last: number) => {
  const end = statements[last] as Statement
  return end.start + end.quote.length - (statements[first] as Statement).start
}

/** The statements of the window that begins at one: what it leans on, itself, and what belongs to it behind. */
const around = (statements: Statement[], at: number) => {
  let first = at
  let last = at
  const anchor = statements[at] as Statement
  const before = statements[at - 1]
  if (
    before &&
    before.block === anchor.block &&
    anchor.kind === 'sentence' &&
    LEANS.test(anchor.text) &&
    !ASKS.test(before.text)
  )
    first = at - 1
  while (last + 1 < statements.length) {
    const end = statements[last] as Statement
    const next = statements[last + 1] as Statement
    // A sentence that ends in a colon is only begun: what it announces belongs to it.
    const isAnnounced =
      ENDS_OPEN.test(end.text) || (next.block === end.block && isOpened(statements, first, last))
    const runsOn = next.block === end.block && next.kind === 'sentence'
    if (!isAnnounced && !runsOn) break
    if (lengthFrom(statements, first, last + 1) > (isAnnounced ? LENGTH_MAX : LENGTH)) break
    last++
  }
  return { first, last }
}

/** The same with what stands behind and before it; a row and code stand for themselves, a question for no answer. */
const grown = (statements: Statement[], core: { first: number; last: number }) => {
  let { first, last } = core
  const isProse = (place: number) => ['sentence', 'item'].includes(statements[place]?.kind ?? '')
  const mayTake = (from: number, to: number) => lengthFrom(statements, from, to) <= LENGTH_GROWN
  if (!isProse(last)) return core
  while (isProse(last + 1) && mayTake(first, last + 1)) last++
  while (isProse(first - 1) && !ASKS.test(statements[first - 1]?.text ?? '') && mayTake(first - 1, last))
    first--
  return { first, last }
}

/** The block that the window ends in was announced by a sentence of the window. */
const isOpened = (statements: Statement[], first: number, last: number) => {
  const block = statements[last]?.block
  const lead = statements.slice(first, last + 1).findLast((statement) => statement.block !== block)
  return lead !== undefined && ENDS_OPEN.test(lead.text)
}

/** How much of a question stands in these terms, or above them; what means the same counts by its weight. */
const share = (words: QuestionWord[], terms: ReadonlySet<string>, above: ReadonlySet<string>) => {
  let held = 0
  let all = 0
  for (const { terms: own, idf } of words) {
    all += idf
    held +=
      idf *
      Math.max(
        0,
        ...own.map(({ term, weight }) =>
          terms.has(term) ? Math.min(1, weight) : above.has(term) ? Math.min(1, weight) * HEADINGS_SHARE : 0,
        ),
      )
  }
  return all === 0 ? 0 : held / all
}

/** Every window of a passage that could be quoted. */
export const windowsOf = (hit: Hit, words: QuestionWord[]): Window[] => {
  const statements = statementsOf(hit.content, /\.(csv|tsv)$/i.test(hit.documentName))
  const above: ReadonlySet<string> = new Set(
    termsOf([hit.title, ...hit.headingPath].join('\n'), hit.language),
  )
  return statements.flatMap((statement, at) => {
    if (ASKS.test(statement.text)) return []
    const core = around(statements, at)
    const { first, last } = grown(statements, core)
    const { start } = statements[first] as Statement
    const quote = hit.content.slice(start, start + lengthFrom(statements, first, last))
    const shareBelow = (text: string, headings = above) =>
      share(words, new Set(termsOf(text, hit.language)), headings)
    return [
      {
        hit,
        statements: statements.slice(first, last + 1),
        core: { passage: statements, ...core },
        quote,
        start,
        coverage: shareBelow(quote),
        focus: shareBelow(statement.text),
        shareOf: (text) => shareBelow(text, NOTHING_ABOVE),
      },
    ]
  })
}
