import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Span } from '../../../src/services/contract/common.ts'
import { sentencesOf } from '../../knowledge/ingestion/sentences.ts'
import type { Embedder } from '../../knowledge/retrieval/embedder.ts'
import type { Hit } from '../../knowledge/retrieval/hit.ts'
import { languageOf } from '../../knowledge/retrieval/language.ts'
import { calibrated, type ModelScale } from '../../knowledge/retrieval/model-scale.ts'
import { UNSPACED } from '../../knowledge/retrieval/terms.ts'
import { dot } from '../../knowledge/retrieval/vectors.ts'
import { statementsOf } from './statements.ts'
import {
  BETWEEN_CLAUSES,
  type Clause,
  clausesOf,
  hasSwappedNumbers,
  hasSwappedUnits,
  type Measure,
  measuresOf,
} from './swapped.ts'
import { meaningfulWords, overlap } from './words.ts'

/** Shorter sentences ("Yes, gladly.") contain nothing to check. */
const CLAIM_WORDS = 3
/** The same in unspaced scripts, for sentences without a number. */
const CLAIM_BIGRAMS = 5
/** Minimum word overlap with a passage that supports the claim. */
const WORDS_SHARED = 0.6
/** Minimum word overlap with a passage about the same subject. */
const WORDS_RELATED = 0.3
/** Minimum similarity to a statement if the words do not overlap enough. */
const SIMILARITY_MIN = 0.62
const STATEMENTS_COMPARED = 3

const MARKER = /\[(\d{1,3})\]/g
const FENCE = /^\s*(?:```|~~~)/
const RULE = /^[\s:|-]+$/
/** The delimiter row of a table, or the underline of a heading. */
const isRule = (line: string) => line.includes('-') && RULE.test(line)
const STRUCTURE = /^(?:#{1,6}\s|[\s:|-]+$)/

type Claim = Span & { text: string; cited: number[] }

const numbersIn = (words: Set<string>) => [...words].filter((word) => /^\d/.test(word))

const isClaim = ({ text }: Claim) => {
  const words = meaningfulWords(text)
  const needed = UNSPACED.test(text) && numbersIn(words).length === 0 ? CLAIM_BIGRAMS : CLAIM_WORDS
  return words.size >= needed
}

/** The sentences of a Markdown text to check; not headings, rules and code. */
const claimsOf = (content: string): Claim[] => {
  const claims: Claim[] = []
  let inCode = false
  const lines = [...content.matchAll(/[^\n]+/g)]
  for (const [place, { index, 0: line }] of lines.entries()) {
    const isHeading = isRule(lines[place + 1]?.[0] ?? '')
    if (FENCE.test(line)) inCode = !inCode
    else if (!inCode && !isHeading && !STRUCTURE.test(line.trimStart())) {
      const sentences = sentencesOf(line.replace(MARKER, (marker) => ' '.repeat(marker.length)))
      for (const [at, { start, end }] of sentences.entries()) {
        // A marker after the full stop belongs to the sentence before it.
        const withMarkers = line.slice(start, sentences[at + 1]?.start)
        claims.push({
          start: index + start,
          end: index + end,
          text: line.slice(start, end).replace(MARKER, ''),
          cited: [...withMarkers.matchAll(MARKER)].map(([, n]) => Number(n)),
        })
      }
    }
  }
  return claims.filter(isClaim)
}

const NEGATION =
  /\b(?:not|no|never|none|nothing|without|cannot|neither|nor|nicht|nichts|nie|niemals|kein(?:e[mnrs]?)?|ohne|pas|jamais|aucune?|sans|nunca|sin|ningún|ninguna?|impossible|un(?!d|i|less|s|t)\p{L}{3,20})(?!\p{L})|n['’]t\b/giu
/** Words that negate in Chinese, Japanese, Thai and Korean, without those of “not only”. */
const UNSPACED_NEGATION =
  /不(?![仅僅但只同])|[没沒]|ません|ない|なかった|ไม่(?!เพียง)|않|없|(?<!잘)못|아[닙닌]|아니(?!라)|(?<!\p{L})안 [되됩돼]/gu
/** Two negations in one clause, such as “not unworn”, cancel each other out. */
export const isNegated = (text: string) =>
  text
    .split(BETWEEN_CLAUSES)
    .some((clause) =>
      [NEGATION, UNSPACED_NEGATION].some((negation) => (clause.match(negation) ?? []).length % 2 === 1),
    )

type Source = {
  language: string
  words: Set<string>
  statements: { text: string; words: Set<string> }[]
  clauses: Clause[]
  measures: Measure[]
}

/** A passage as claims are compared with it. */
const sourceOf = ({ title, headingPath, content, language }: Hit): Source => {
  const texts = statementsOf(content).map(({ text }) => text)
  return {
    language,
    words: meaningfulWords([title, ...headingPath, content].join(' ')),
    statements: texts.map((text) => ({ text, words: meaningfulWords(text) })),
    clauses: texts.flatMap(clausesOf),
    measures: texts.flatMap(measuresOf),
  }
}

/** The statements that share most words with a claim. */
const nearestOf = (claim: Set<string>, sources: Source[]) =>
  sources
    .flatMap(({ statements }) => statements)
    .map(({ text, words }) => ({ text, shared: overlap(claim, words) }))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, STATEMENTS_COMPARED)

/** Claim and statement use nearly the same words, but only one of them is negated. */
const isContradicted = ({ text }: Claim, [nearest]: ReturnType<typeof nearestOf>) =>
  nearest !== undefined && nearest.shared >= WORDS_SHARED && isNegated(text) !== isNegated(nearest.text)

/**
 * Returns the spans of unsupported sentences, in UTF-16 offsets of the answer: sentences that no passage supports by
 * words or by meaning, that contradict a passage, or that contain a number which no passage contains. A sentence is
 * compared with the passages that it cites (`citedHits`, by number), or with all `hits` if it cites none. If passages
 * are in another language and the embedding model does not support both languages, only numbers are compared.
 */
export const createSupportCheck =
  ({ embedder, scale }: { embedder: Embedder; scale: ModelScale }) =>
  async (content: string, hits: Hit[], citedHits: readonly (Hit | undefined)[] = hits): Promise<Span[]> => {
    const understands = (language: string) =>
      language === 'und' || (embedder.languages?.includes(language) ?? true)
    const ofAnswer = languageOf(content)
    const areComparable = ({ text }: Claim, sources: Source[]) => {
      const ofClaim = languageOf(text)
      const language = ofClaim === 'und' ? ofAnswer : ofClaim
      return (
        language === 'und' ||
        sources.some((source) => source.language === language || source.language === 'und') ||
        (understands(language) && sources.some((source) => understands(source.language)))
      )
    }
    const isSimilar = async ({ text }: Claim, best: ReturnType<typeof nearestOf>, sources: Source[]) => {
      // The language of a short claim may be unknown, so the languages of its sources count too.
      const languages = [languageOf(text), ...sources.map(({ language }) => language)]
      if (best.length === 0 || !languages.every(understands)) return false
      const [claim, ...others] = await embedder.embed([text, ...best.map((one) => one.text)], 'now')
      const ofModel = await scale()
      return (
        claim !== undefined &&
        others.some((other) => calibrated(dot(claim, other), ofModel) >= SIMILARITY_MIN)
      )
    }

    const known = new Map<Hit, Source>()
    const unsupported: Span[] = []
    for (const claim of claimsOf(content)) {
      // A long answer must not keep everyone else waiting.
      await yieldToOthers()
      const cited = claim.cited.flatMap((n) => citedHits[n - 1] ?? [])
      const sources: Source[] = []
      for (const hit of cited.length > 0 ? cited : hits) {
        if (!known.has(hit)) await yieldToOthers()
        const source = known.get(hit) ?? sourceOf(hit)
        known.set(hit, source)
        sources.push(source)
      }
      const words = meaningfulWords(claim.text)
      const containNumbers = (some: Source[]) =>
        numbersIn(words).every((number) => some.some((source) => source.words.has(number)))
      const isSupported = async () => {
        if (!areComparable(claim, sources)) return containNumbers(sources)
        // The numbers must occur in passages about the same subject.
        if (!containNumbers(sources.filter((source) => overlap(words, source.words) >= WORDS_RELATED)))
          return false
        const clauses = sources.flatMap((source) => source.clauses)
        const measures = sources.flatMap((source) => source.measures)
        if (hasSwappedNumbers(claim.text, clauses) || hasSwappedUnits(claim.text, measures)) return false
        const nearest = nearestOf(words, sources)
        if (isContradicted(claim, nearest)) return false
        return (
          sources.some((source) => overlap(words, source.words) >= WORDS_SHARED) ||
          isSimilar(claim, nearest, sources)
        )
      }
      if (!(await isSupported())) unsupported.push({ start: claim.start, end: claim.end })
    }
    return unsupported
  }

export type SupportCheck = ReturnType<typeof createSupportCheck>
