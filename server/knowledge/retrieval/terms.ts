import snowball from 'snowball-stemmers'
import { QUESTION_WORDS, stopWordsOf } from './language.ts'

/** Snowball stemmers by ISO 639-3 code. */
const STEMMERS: Record<string, string> = {
  ara: 'arabic',
  cat: 'catalan',
  dan: 'danish',
  deu: 'german',
  eng: 'english',
  fin: 'finnish',
  fra: 'french',
  hun: 'hungarian',
  ita: 'italian',
  nld: 'dutch',
  nob: 'norwegian',
  por: 'portuguese',
  ron: 'romanian',
  rus: 'russian',
  spa: 'spanish',
  swe: 'swedish',
  tur: 'turkish',
}
/**
 * Letters of scripts without spaces between words, and of Korean, which joins particles to words. They are indexed and
 * compared as bigrams. `split` keeps them, at odd positions, and parts them from digits and other scripts.
 */
export const UNSPACED =
  /((?:(?!\p{Nd})[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Hangul}ー])+)/u
const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** Names with punctuation, such as `core.editor`. They are indexed as written, by part, and joined. */
const SIGNED = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[._/:@+-]+[\p{L}\p{N}]+)+/gu
const SIGNS = /[._/:@+-]+/
const CAMEL_BORDER = /(?<=\p{Ll})(?=\p{Lu})/u
const DIGIT_BORDER = /(?<=\p{L})(?=\p{Nd})|(?<=\p{Nd})(?=\p{L})/u
/** Words with more parts, such as hashes, are only indexed whole. */
const DIGIT_PARTS_MAX = 3
/** Digits in groups of three. Four groups are rather an address than a number. */
const GROUPED = /(?<![\p{N}.,'’])[1-9]\d{0,2}([.,'’\u00a0\u202f])\d{3}(?:\1\d{3})?(?!\1?\p{N})/gu
const HYPHENS = /[\u2010\u2011]/g
const DIGITS_WITH_HYPHENS = /^[\d-]+$/
/** Shorter ones are rather a range, such as 10-12. */
const JOINED_DIGITS_MIN = 6
const LATIN_MARKS = /[\u0300-\u036f]/g
const LATIN = /^[\p{sc=Latin}\p{N}]+$/u
/** Prefix of terms for whole compounds. */
const EXACT = '='
const COMPOUND_LENGTH_MAX = 64
const TERM_LENGTH_MAX = 40
const STEM_CACHE_SIZE = 50_000

/** Latin letters that have no decomposition. */
const LETTERS: Record<string, string> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l' }

const plain = (word: string) => {
  const bare = word.normalize('NFD').replace(LATIN_MARKS, '')
  return LATIN.test(bare) ? bare.replace(/[ßœæøł]/g, (letter) => LETTERS[letter] ?? letter) : word
}

const createAnalyser = (language: string) => {
  const algorithm = STEMMERS[language]
  const stemmer = algorithm ? snowball.newStemmer(algorithm) : null
  const stops = new Set([...stopWordsOf(language), ...(QUESTION_WORDS[language] ?? [])])
  const stems = new Map<string, string>()
  const stem = (word: string) => {
    const known = stems.get(word)
    if (known !== undefined) return known
    const made = plain(stemmer ? stemmer.stem(word) : word)
    if (stems.size >= STEM_CACHE_SIZE) stems.clear()
    stems.set(word, made)
    return made
  }
  return { stem, isStop: (word: string) => stops.has(word) }
}
const analysers = new Map<string, ReturnType<typeof createAnalyser>>()
const analyserOf = (language: string) => {
  const analyser = analysers.get(language) ?? createAnalyser(language)
  analysers.set(language, analyser)
  return analyser
}

export const bigramsOf = (word: string) => {
  const letters = [...word]
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

/** A compound without its signs, as people also write it; null for numbers and ranges. */
const joinedOf = (compound: string) => {
  const joined = compound.split(SIGNS).join('')
  if (joined.length > TERM_LENGTH_MAX) return null
  if (/\p{L}/u.test(joined)) return joined
  return DIGITS_WITH_HYPHENS.test(compound) && joined.length >= JOINED_DIGITS_MIN ? joined : null
}

/** The parts of a word with letters and digits, or none. */
const digitPartsOf = (word: string) => {
  const parts = word.split(DIGIT_BORDER)
  return parts.length > 1 && parts.length <= DIGIT_PARTS_MAX ? parts : []
}

/**
 * An occurrence of a word that is not a stop word: the word in lower case, an index term of it, and the word without
 * signs that it is a part of, such as “wifi” for the parts of “WiFi”.
 */
type Use = { word: string; term: string; whole: string }

export const isStopWord = (word: string, language: string) => analyserOf(language).isStop(word)

/** The index term of a word in lower case, without signs. */
export const stemOf = (word: string, language: string) => analyserOf(language).stem(word)

/** The occurrences of words in a text, without stop words, in order; then its compounds and numbers with groups. */
export const usesOf = (text: string, language: string): Use[] => {
  const { stem, isStop } = analyserOf(language)
  const normal = text.normalize('NFKC').replace(HYPHENS, '-')
  const uses: Use[] = []
  const add = (raw: string, whole: string) => {
    if (raw === '') return
    const word = raw.toLowerCase()
    if (UNSPACED.test(word)) {
      uses.push(...bigramsOf(word).map((term) => ({ word: term, term, whole: term })))
      return
    }
    // The rest of an elision, as in "don't" or "l'eau".
    const isRest = word.length === 1 && /\p{Ll}/u.test(raw)
    if (!isRest && word.length <= TERM_LENGTH_MAX && !isStop(word))
      uses.push({ word, term: stem(word), whole })
  }
  for (const { 0: run } of normal.matchAll(WORD))
    for (const whole of run.split(UNSPACED)) {
      const lower = whole.toLowerCase()
      for (const word of [whole, ...digitPartsOf(whole)]) {
        const parts = word.split(CAMEL_BORDER)
        for (const one of parts.length > 1 ? [word, ...parts] : parts) add(one, lower)
      }
    }
  for (const part of normal.toLowerCase().split(UNSPACED))
    for (const [compound] of part.matchAll(SIGNED)) {
      if (compound.length > COMPOUND_LENGTH_MAX) continue
      const word = EXACT + compound
      const joined = joinedOf(compound)
      const terms = joined === null ? [word] : [word, stem(joined)]
      uses.push(...terms.map((term) => ({ word, term, whole: word })))
    }
  // Their groups may also be prices, statuses or ports in a list: they stay words of their own.
  for (const [number] of text.matchAll(GROUPED)) {
    const word = EXACT + number
    uses.push({ word, term: number.replace(/\D/g, ''), whole: word })
  }
  return uses
}

/**
 * The words of a text, or bigrams of unspaced scripts, and its compounds and numbers with groups, which contain words;
 * with their index terms and UTF-16 offsets.
 */
export function* termsAt(text: string, language: string) {
  let start = 0
  for (const [place, part] of text.replace(HYPHENS, '-').split(UNSPACED).entries()) {
    if (place % 2 === 1) {
      let at = start
      for (const unit of bigramsOf(part)) {
        yield { start: at, end: at + unit.length, terms: termsOf(unit, language) }
        at += String.fromCodePoint(unit.codePointAt(0) ?? 0).length
      }
    } else
      for (const pattern of [WORD, SIGNED, GROUPED])
        for (const { 0: unit, index } of part.matchAll(pattern)) {
          const uses = usesOf(unit, language).filter(({ word }) => isExact(word) === (pattern !== WORD))
          yield {
            start: start + index,
            end: start + index + unit.length,
            terms: uses.map(({ term }) => term),
          }
        }
    start += part.length
  }
}

export const termsOf = (text: string, language: string) => usesOf(text, language).map(({ term }) => term)

export const isExact = (term: string) => term.startsWith(EXACT)
