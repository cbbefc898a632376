import type { Configuration } from '../../../src/services/contract/integrations.ts'
import type { SearchResult } from './search.ts'

/** What an assistant's settings leave of what was found, best first. */
export const narrowed = (
  { hits, answerable, ...rest }: SearchResult,
  { top_k, score_threshold }: Pick<Configuration, 'top_k' | 'score_threshold'>,
): SearchResult => {
  const kept = hits.filter(({ score }) => score >= score_threshold).slice(0, top_k)
  return { ...rest, hits: kept, answerable: answerable && kept.length > 0 }
}
