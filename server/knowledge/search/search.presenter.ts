import type { RetrievalTestResults, SearchHit, SearchResults } from '../../../src/services/contract/search.ts'
import { presentPassage } from '../documents/documents.presenter.ts'
import { matchesOf } from './matches.ts'
import type { Found, FoundHit } from './search.types.ts'

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

export const presentSearch = ({
  hits,
  words,
  searched,
  answerable,
  languageUnknown,
  tookMs,
}: Found): SearchResults => ({
  hits: hits.map((hit) => presentHit(hit, words)),
  searched,
  answerable,
  language_unknown: languageUnknown,
  took_ms: tookMs,
})

/** @param places ranks under the stored settings, by passage */
export const presentTest = (
  { hits, cut, words, searched, answerable, languageUnknown, tookMs }: Found,
  places: ReadonlyMap<string, number>,
): RetrievalTestResults => {
  const tested = (found: FoundHit) => ({
    ...presentHit(found, words),
    stored_place: places.get(found.passage.id) ?? null,
  })
  return {
    hits: hits.map(tested),
    cut: cut.map((found) => ({ ...tested(found), by: found.by })),
    searched,
    answerable,
    language_unknown: languageUnknown,
    took_ms: tookMs,
  }
}
