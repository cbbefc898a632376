import type { SearchMode } from '../../../services/contract/knowledge-bases.ts'
import { t } from '../../../texts/t.ts'

/** Names of the ways to rank passages. */
export const SEARCH_MODES: Readonly<Record<SearchMode, string>> = {
  hybrid: t('Words and meaning'),
  keywords: t('Words only'),
  meaning: t('Meaning only'),
}
