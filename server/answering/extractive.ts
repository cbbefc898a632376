import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Embedder } from '../retrieval/embedder.ts'
import type { Hit } from '../retrieval/search.ts'
import { type Answerer, citationOf, refusalOf } from './answerer.ts'
import { searchTextFor } from './follow-up.ts'
import { fitsKind } from './kind.ts'
import { type Statement, statementsOf } from './statements.ts'
import { meaningfulWords, overlap } from './words.ts'

const PASSAGES_READ = 6
/** Each costs about 20 ms: the first words wait for them. */
const STATEMENTS_COMPARED = 6
const QUOTED_MAX = 3
/** A further statement must be nearly as good as the best one. */
const WORTH_ADDING = 0.85
/** And speak of nearly as much of what was asked: not of Sweden, when the best one speaks of Norway. */
const WORTH_SHARING = 0.7
/** What the headings say counts for each statement below them. */
const HEADINGS_SHARE = 0.3
/**
 * A statement near in meaning may still be beside the point, when what was asked for stands nowhere around it:
 * its cosine + 0.4 × the share of the question's words that its passage holds. `npm run bench -- answers`
 * measures both ends: from 0.67 to 0.73 it moves between more answers and fewer that are beside the point.
 */
const TO_THE_POINT = 0.69
const COVERAGE_WEIGHT = 0.4
const COSINE_WEIGHT = 0.6
const OVERLAP_WEIGHT = 0.3
const PASSAGE_WEIGHT = 0.1
/** Who asks how many is answered by a number. */
const KIND_BONUS = 0.12

type Candidate = Statement & { hit: Hit; shared: number; score: number }
type Compared = Candidate & { cosine: number }

const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)

/** Characters that Markdown or a citation marker would take for its own. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&')

/** A word that many statements hold tells them apart less. */
const rarity = (statements: { text: string }[]) => {
  const counts = new Map<string, number>()
  for (const { text } of statements)
    for (const word of meaningfulWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (word: string) => Math.log(1 + statements.length / (counts.get(word) ?? 0.5))
}

const FRAGMENT_WORDS = 6
const VERB =
  /\b(is|are|was|were|be|has|have|had|can|cannot|may|must|do|does|will|should|costs?|takes?|needs?)\b/i

/** A title that is said again as the first sentence tells nothing. */
const isEcho = (text: string, { title, headingPath }: Hit) => {
  if (text.split(/\s+/).length > FRAGMENT_WORDS || VERB.test(text)) return false
  const above = meaningfulWords([title, ...headingPath].join(' '))
  const words = [...meaningfulWords(text)]
  return words.filter((word) => above.has(word)).length * 2 >= words.length
}

const candidatesOf = (question: string, hits: Hit[]): Candidate[] => {
  const asked = meaningfulWords(question)
  const all = hits
    .slice(0, PASSAGES_READ)
    .flatMap((hit) =>
      statementsOf(hit.content, /\.(csv|tsv)$/i.test(hit.documentName)).map((statement) => ({
        ...statement,
        hit,
      })),
    )
    .filter(
      ({ text, hit }, index, list) =>
        text.length >= 12 && !isEcho(text, hit) && list.findIndex((other) => other.text === text) === index,
    )
  const weigh = rarity(all)
  return all
    .map((statement) => {
      const inHeadings = overlap(asked, [statement.hit.title, ...statement.hit.headingPath].join(' '), weigh)
      const shared =
        (1 - HEADINGS_SHARE) * overlap(asked, statement.text, weigh) + HEADINGS_SHARE * inHeadings
      return { ...statement, shared, score: shared + 0.5 * statement.hit.score }
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, STATEMENTS_COMPARED)
}

const compared = async (
  embedder: Embedder,
  question: string,
  candidates: Candidate[],
): Promise<Compared[]> => {
  const texts = candidates.map(({ text, hit }) => [hit.headingPath.at(-1), text].filter(Boolean).join(': '))
  const [asked, ...vectors] = await embedder.embed([question, ...texts], 'now')
  return candidates
    .map((candidate, index) => {
      const vector = vectors[index]
      const cosine = asked && vector ? dot(asked, vector) : 0
      const score =
        COSINE_WEIGHT * cosine +
        OVERLAP_WEIGHT * candidate.shared +
        PASSAGE_WEIGHT * candidate.hit.score +
        (fitsKind(question, candidate.text) ? KIND_BONUS : 0)
      return { ...candidate, score, cosine }
    })
    .sort((a, b) => b.score - a.score)
}

const touches = (a: Candidate, b: Candidate) =>
  a.hit.passageId === b.hit.passageId &&
  a.start < b.start + b.quote.length &&
  b.start < a.start + a.quote.length

const isToThePoint = ({ cosine, hit }: Compared) => cosine + COVERAGE_WEIGHT * hit.coverage >= TO_THE_POINT

/** The best statements, without those that repeat or overlap a better one; none if none of them is to the point. */
const chosenFrom = (ranked: Compared[]) => {
  if (!ranked.slice(0, QUOTED_MAX).some(isToThePoint)) return []
  const chosen: Compared[] = []
  const [best] = ranked
  for (const candidate of ranked) {
    if (chosen.length === QUOTED_MAX || candidate.score < (best?.score ?? 0) * WORTH_ADDING) break
    if (candidate.shared < (best?.shared ?? 0) * WORTH_SHARING) continue
    if (!chosen.some((other) => touches(other, candidate))) chosen.push(candidate)
  }
  return chosen
}

const isProse = ({ row, text }: Candidate) => !row && /[.!?]["'”’)]?$/.test(text)

/** Prose runs on in one paragraph; rows, list items and headings stand alone. */
const joinedParts = (chosen: Candidate[], cited: boolean) =>
  chosen.map((candidate, index) => {
    const before = chosen[index - 1]
    const lead = before === undefined ? '' : isProse(before) && isProse(candidate) ? ' ' : '\n\n'
    return `${lead}${escaped(candidate.text)}${cited ? ` [${index + 1}]` : ''}`
  })

async function* inWords(text: string) {
  for (const [words] of text.matchAll(/\s*\S+(?:\s+\S+){0,2}/g)) {
    yield { type: 'token' as const, text: words }
    await yieldToOthers()
  }
}

/** The answerer without a model: quotes the two or three best statements, each with its source. */
export const createExtractiveAnswerer = ({ embedder }: { embedder: Embedder }): Answerer => ({
  mode: 'quoted',
  model: null,
  async *answer({ question: asked, history, hits, searched, answerable, style, signal }) {
    const question = searchTextFor(asked, history)
    const candidates = answerable ? candidatesOf(question, hits) : []
    const chosen = chosenFrom(await compared(embedder, question, candidates))
    if (chosen.length === 0) {
      yield* inWords(refusalOf({ searched, style }))
      yield { type: 'done', answered: false }
      return
    }
    if (style.show_citations)
      yield {
        type: 'citations',
        citations: chosen.map(({ hit, quote }, index) => citationOf(index + 1, hit, quote)),
      }
    for (const part of joinedParts(chosen, style.show_citations)) {
      for await (const token of inWords(part)) {
        if (signal.aborted) return
        yield token
      }
    }
    yield { type: 'done', answered: true }
  },
})
