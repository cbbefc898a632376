import type { Span } from '../../src/services/contract/common.ts'
import { sentencesOf } from '../ingestion/sentences.ts'
import type { Embedder } from '../retrieval/embedder.ts'
import type { Hit } from '../retrieval/hit.ts'
import { type ModelScale, placed } from '../retrieval/model-scale.ts'
import { dot } from '../retrieval/vectors.ts'
import { statementsOf } from './statements.ts'
import { meaningfulWords, overlap } from './words.ts'

/** Shorter ones ("Yes, gladly.") claim nothing that could be checked. */
const CLAIM_WORDS = 3
/** So much of a sentence's words in one passage, and the passage says it. */
const WORDS_SHARED = 0.6
/** Else a statement of a passage must be as near in meaning as this. */
const NEAR = 0.62
const STATEMENTS_COMPARED = 3

const MARKER = /\[(\d{1,3})\]/g
const LEADING_MARKERS = /^(?:\[\d{1,3}\]\s*)+/
const FENCE = /^\s*(?:```|~~~)/
const STRUCTURE = /^(?:#{1,6}\s|[\s:|-]+$)/

type Claim = Span & { text: string; cited: number[] }

const numbersOf = (text: string) => [...text.matchAll(MARKER)].map(([, n]) => Number(n))

/** The sentences of a Markdown text that claim something; headings, rules and code do not. */
const claimsOf = (content: string): Claim[] => {
  const claims: Claim[] = []
  let inCode = false
  for (const { index, 0: line } of content.matchAll(/[^\n]+/g)) {
    if (FENCE.test(line)) inCode = !inCode
    else if (!inCode && !STRUCTURE.test(line.trimStart()))
      for (const { start, end } of sentencesOf(line)) {
        const raw = line.slice(start, end)
        // A marker after the full stop belongs to the sentence before it.
        const lead = LEADING_MARKERS.exec(raw)?.[0] ?? ''
        const before = claims.at(-1)
        if (before && before.end >= index) before.cited.push(...numbersOf(lead))
        const text = raw.slice(lead.length)
        if (text !== '')
          claims.push({
            start: index + start + lead.length,
            end: index + end,
            text: text.replace(MARKER, ''),
            cited: numbersOf(text),
          })
      }
  }
  return claims.filter(({ text }) => meaningfulWords(text).size >= CLAIM_WORDS)
}

const numbersIn = (words: Set<string>) => [...words].filter((word) => /^\d/.test(word))
const textOf = ({ title, headingPath, content }: Hit) => [title, ...headingPath, content].join(' ')

/**
 * The sentences of an answer that no passage supports by words or by meaning, or that contain a number which no
 * passage contains. A sentence is compared with the passages that it cites, or with all passages if it cites none.
 */
export const createSupportCheck =
  ({ embedder, scale }: { embedder: Embedder; scale: ModelScale }) =>
  async (content: string, hits: Hit[]): Promise<Span[]> => {
    const isNear = async ({ text }: Claim, sources: Hit[]) => {
      const words = meaningfulWords(text)
      const best = sources
        .flatMap((hit) => statementsOf(hit.content))
        .map((statement) => ({ text: statement.text, shared: overlap(words, statement.text) }))
        .sort((a, b) => b.shared - a.shared)
        .slice(0, STATEMENTS_COMPARED)
      if (best.length === 0) return false
      const [claim, ...others] = await embedder.embed([text, ...best.map((one) => one.text)], 'now')
      const ofModel = await scale()
      return claim !== undefined && others.some((other) => placed(dot(claim, other), ofModel) >= NEAR)
    }

    const unsupported: Span[] = []
    for (const claim of claimsOf(content)) {
      const cited = claim.cited.flatMap((n) => hits[n - 1] ?? [])
      const sources = cited.length > 0 ? cited : hits
      const words = meaningfulWords(claim.text)
      const held = sources.map((hit) => ({ hit, words: meaningfulWords(textOf(hit)) }))
      const hasNumbers = numbersIn(words).every((number) => held.some((one) => one.words.has(number)))
      const saysIt = sources.some((hit) => overlap(words, textOf(hit)) >= WORDS_SHARED)
      if (!hasNumbers || !(saysIt || (await isNear(claim, sources))))
        unsupported.push({ start: claim.start, end: claim.end })
    }
    return unsupported
  }

export type SupportCheck = ReturnType<typeof createSupportCheck>
