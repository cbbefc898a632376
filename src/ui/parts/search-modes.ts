import type { SearchMode } from '../../services/contract/knowledge-bases.ts'
import { t } from '../../texts/t.ts'

/** What passages are ranked by, as it is called. */
export const SEARCH_MODES: Readonly<Record<SearchMode, string>> = {
  hybrid: t('Words and meaning'),
  keywords: t('Words only'),
  meaning: t('Meaning only'),
}
