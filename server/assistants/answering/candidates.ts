import type { Hit } from '../../knowledge/retrieval/hit.ts'
import type { QuestionWord } from '../../knowledge/retrieval/index/question-words.ts'
import { reciprocal } from '../../knowledge/retrieval/ranked.ts'
import { type Window, windowsOf } from './windows.ts'

/** How a question asks for a number, in four languages. */
const ASKS_FOR_NUMBER = [
  /\b(?:how (?:many|much|long|old|far|often|big|heavy|late|early|soon)|when|what (?:price|time|date|percentage|age|size)|which (?:year|day|date))\b/i,
  /(?<!\p{L})(?:wie (?:viele?|vielen|lange?|alt|weit|oft|groß|schwer|spät|früh|hoch|teuer)|wann|bis wann|um wie viel|welche[rsnm]? (?:preis|jahr|tag|datum|größe|alter))(?!\p{L})/iu,
  /(?<!\p{L})(?:combien|quand|à quelle heure|quel (?:prix|âge|jour)|quelle (?:année|date|taille|durée|heure))(?!\p{L})/iu,
  /(?<!\p{L})(?:cuánt[oa]s?|cuándo|a qué hora|qué (?:precio|edad|año|día|fecha|tamaño|hora)|cada cuánto)(?!\p{L})/iu,
]
const HAS_NUMBER = [
  /\d/,
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|half|once|twice|daily|weekly|monthly|yearly)\b/i,
  /(?<!\p{L})(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|hundert|tausend|halbe?|einmal|zweimal|täglich|wöchentlich|monatlich|jährlich)(?!\p{L})/iu,
  /(?<!\p{L})(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|trente|cent|mille|demi|demie|fois|quotidien|hebdomadaire|mensuel|annuel)(?!\p{L})/iu,
  /(?<!\p{L})(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cien|mil|medio|media|veces|diario|semanal|mensual|anual)(?!\p{L})/iu,
]

const isOneOf = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(text))

/** Does the question ask for a number, and does the statement hold one? */
export const fitsKind = (question: string, statement: string) =>
  isOneOf(ASKS_FOR_NUMBER, question) && isOneOf(HAS_NUMBER, statement)

/** The answer comes first: a window is best made around the statement that holds most of the question. */
const FOCUS_WEIGHT = 0.3
/** Of the passage's place in the search, which knows meaning as well as words. */
const PASSAGE_WEIGHT = 2
/** Who asks how many is answered by a number. */
const KIND_BONUS = 0.12

/** What could be quoted, and what speaks for it: `words` its own, `place` the place of its passage, between 0 and 1. */
export type Candidate = Window & { words: number; place: number }
export type Scored = Window & { score: number }

/** The passage's place and its relevance where a reranker gave them, else its place in the search. */
const placeOf = ({ relevance, score }: Hit, place: number) =>
  relevance === null ? score : (relevance * reciprocal(place)) / reciprocal(1)

/** Every window of the passages. */
export const candidatesOf = (question: string, hits: Hit[], words: QuestionWord[]): Candidate[] =>
  hits.flatMap((hit, index) =>
    windowsOf(hit, words).map((window) => ({
      ...window,
      place: placeOf(hit, index + 1),
      words:
        window.coverage + FOCUS_WEIGHT * window.focus + (fitsKind(question, window.quote) ? KIND_BONUS : 0),
    })),
  )

/** By its words and by the place of its passage. */
export const scored = <One extends Candidate>(one: One): One & Scored => ({
  ...one,
  score: one.words + PASSAGE_WEIGHT * one.place,
})
