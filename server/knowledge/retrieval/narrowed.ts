import type { Configuration } from '../../../src/services/contract/integrations.ts'
import type { SearchResult } from './search.ts'

/** What an assistant's settings leave of what was found, best first. */
export const narrowed = (
  { hits, answerable: _, ...rest }: SearchResult,
  { top_k, score_threshold }: Pick<Configuration, 'top_k' | 'score_threshold'>,
): Omit<SearchResult, 'answerable'> => ({
  ...rest,
  hits: hits.filter(({ score }) => score >= score_threshold).slice(0, top_k),
})
