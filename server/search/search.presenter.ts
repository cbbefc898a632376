import type { Span } from '../../src/services/contract/common.ts'
import type { SearchHit, SearchResults } from '../../src/services/contract/search.ts'
import { presentPassage } from '../documents/documents.presenter.ts'
import { MARK_END, MARK_START } from './search.repository.ts'
import type { Found } from './search.service.ts'

/** Where the words of the query are. None where the database changed more than it marked, as it does with tags. */
export function matchesOf(content: string, marked: string): Span[] {
  const spans: Span[] = []
  const parts = marked.replaceAll(MARK_END, MARK_START).split(MARK_START)
  if (parts.join('') !== content) return spans
  let at = 0
  for (const [place, part] of parts.entries()) {
    if (place % 2 === 1) spans.push({ start: at, end: at + part.length })
    at += part.length
  }
  return spans
}

const presentHit = ({ hit, passage }: Found['hits'][number]): SearchHit => ({
  passage: presentPassage(passage),
  document_name: hit.documentName,
  matches: matchesOf(passage.content, passage.marked),
  score: hit.score,
  text_rank: hit.textRank,
  vector_rank: hit.vectorRank,
  cosine: hit.cosine ?? 0,
  rerank_score: hit.rerankScore,
})

export const presentSearch = ({ hits, searched, answerable, tookMs }: Found): SearchResults => ({
  hits: hits.map(presentHit),
  searched,
  answerable,
  took_ms: tookMs,
})
