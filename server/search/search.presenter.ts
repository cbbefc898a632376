import type { SearchHit, SearchResults } from '../../src/services/contract/search.ts'
import { presentPassage } from '../documents/documents.presenter.ts'
import { matchesOf } from './matches.ts'
import type { Found } from './search.types.ts'

const presentHit = ({ hit, passage }: Found['hits'][number], words: Found['words']): SearchHit => ({
  passage: presentPassage(passage),
  document_name: hit.documentName,
  matches: matchesOf(passage.content, hit.language, words),
  score: hit.score,
  text_rank: hit.textRank,
  vector_rank: hit.vectorRank,
  cosine: hit.cosine ?? 0,
  rerank_score: hit.rerankScore,
})

export const presentSearch = ({ hits, words, searched, answerable, tookMs }: Found): SearchResults => ({
  hits: hits.map((hit) => presentHit(hit, words)),
  searched,
  answerable,
  took_ms: tookMs,
})
