import stopwords from 'stopword'

/** Characters to examine; more text takes longer and does not improve the result. */
const SAMPLE_LENGTH = 6_000
/** Minimum share of words that are among the most frequent of a language. */
const SHARE_MIN = 0.08
const HITS_MIN = 2

/** Question words and phrases that carry no search terms, by ISO 639-3 code. */
export const QUESTION_WORDS: Readonly<Record<string, string[]>> = {
  eng: `what which who whom whose when where why how does do did can could should would will may might must shall
    is are was were there any anything something someone please tell explain know find want need get way ways
    possible able exactly happen happens mean means else instead thing things`.split(/\s+/),
  deu: `wie was wer wo wann warum wieso weshalb welche welcher welches welchen kann können soll muss gibt
    möglich`.split(/\s+/),
  fra: `comment quoi qui où quand pourquoi quel quelle quels quelles peut puis faut existe possible
    est-ce`.split(/\s+/),
  spa: `cómo qué quién dónde cuándo cuál cuáles puedo puede hay posible debo`.split(/\s+/),
}

/** ISO 639-3 codes of languages that are detected by their most frequent words. */
const BY_WORDS = 'eng deu fra spa ita por nld swe dan nob fin hun ron tur ces pol cat'.split(' ')
/** Languages that are detected by their script. */
const BY_SCRIPT: readonly (readonly [string, RegExp])[] = [
  ['jpn', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['kor', /\p{sc=Hangul}/gu],
  ['zho', /\p{sc=Han}/gu],
  ['rus', /\p{sc=Cyrillic}/gu],
  ['ara', /\p{sc=Arabic}/gu],
  ['ell', /\p{sc=Greek}/gu],
  ['heb', /\p{sc=Hebrew}/gu],
  ['tha', /\p{sc=Thai}/gu],
]
const SCRIPT_SHARE = 0.2
/** Only Spanish uses an inverted question mark. */
const OPENS_SPANISH_QUESTION = /^[^\p{L}]*¿/u
/** Word lists differ in length, so only their shortest words are compared; these are usually the most frequent. */
const LIST_LENGTH = 120

/** The stop words of a language, in lower case. */
export const stopWordsOf = (language: string): string[] => stopwords[language] ?? []

const frequent = new Map(
  BY_WORDS.map((code) => [
    code,
    new Set([
      ...stopWordsOf(code)
        .filter((word) => word.length > 1)
        .sort((a, b) => a.length - b.length)
        .slice(0, LIST_LENGTH),
      // Short questions contain few other frequent words.
      ...(QUESTION_WORDS[code] ?? []),
    ]),
  ]),
)

/** Detects the language of a text. Returns its ISO 639-3 code, or `und` (undetermined). */
export const languageOf = (text: string) => {
  const sample = text.slice(0, SAMPLE_LENGTH).toLowerCase()
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  for (const [code, script] of BY_SCRIPT)
    if ((sample.match(script)?.length ?? 0) > letters * SCRIPT_SHARE) return code
  if (OPENS_SPANISH_QUESTION.test(sample)) return 'spa'
  const words = sample.match(/\p{L}+/gu) ?? []
  let language = 'und'
  let most = Math.max(HITS_MIN - 1, words.length * SHARE_MIN)
  for (const [code, list] of frequent) {
    const hits = words.filter((word) => list.has(word)).length
    if (hits > most) {
      most = hits
      language = code
    }
  }
  return language
}
