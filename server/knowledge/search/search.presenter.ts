import type { Span } from '../../../src/services/contract/common.ts'
import type { RetrievalTestResults, SearchHit, SearchResults } from '../../../src/services/contract/search.ts'
import { presentPassage } from '../documents/documents.presenter.ts'
import type { QuestionWord } from '../retrieval/index/question-words.ts'
import { termsAt } from '../retrieval/terms.ts'
import type { Found, FoundHit } from './search.repository.ts'

/** Positions of the question's words in a text, as the index matches them: in any inflection, or as synonyms. */
export const matchesOf = (content: string, language: string, words: QuestionWord[]): Span[] => {
  const asked = new Set(words.flatMap(({ terms }) => terms.map(({ term }) => term)))
  const matched = [...termsAt(content, language)].filter(({ terms }) => terms.some((term) => asked.has(term)))
  const spans: Span[] = []
  for (const { start, end } of matched.sort((a, b) => a.start - b.start)) {
    const last = spans.at(-1)
    // Pairs of letters overlap in scripts without spaces between words, and compounds contain words.
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else spans.push({ start, end })
  }
  return spans
}

const presentHit = ({ hit, passage }: FoundHit, words: Found['words']): SearchHit => ({
  passage: presentPassage(passage),
  document_name: hit.documentName,
  matches: matchesOf(passage.content, hit.language, words),
  score: hit.score,
  text_rank: hit.textRank,
  vector_rank: hit.vectorRank,
  cosine: hit.cosine ?? 0,
  rerank_score: hit.rerankScore,
})

const presentFigures = ({ searched, answerable, languageUnknown, tookMs }: Found) => ({
  searched,
  answerable,
  language_unknown: languageUnknown,
  took_ms: tookMs,
})

export const presentSearch = (found: Found): SearchResults => ({
  hits: found.hits.map((hit) => presentHit(hit, found.words)),
  ...presentFigures(found),
})

/** @param places ranks under the stored settings, by passage */
export const presentTest = (found: Found, places: ReadonlyMap<string, number>): RetrievalTestResults => {
  const tested = (one: FoundHit) => ({
    ...presentHit(one, found.words),
    stored_place: places.get(one.passage.id) ?? null,
  })
  return {
    hits: found.hits.map(tested),
    cut: found.cut.map((one) => ({ ...tested(one), by: one.by })),
    ...presentFigures(found),
  }
}
