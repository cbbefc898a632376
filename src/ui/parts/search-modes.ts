import type { SearchMode } from '../../services/contract/knowledge-bases.ts'

/** What passages are ranked by, as it is called. */
export const SEARCH_MODES: Readonly<Record<SearchMode, string>> = {
  hybrid: 'Words and meaning',
  keywords: 'Words alone',
  meaning: 'Meaning alone',
}
