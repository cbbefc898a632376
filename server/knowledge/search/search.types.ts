import type { PassagesRepository } from '../documents/passages.repository.ts'
import type { Cut, Hit } from '../retrieval/hit.ts'
import type { Search } from '../retrieval/search.ts'

/** Location of a passage. */
export type PassagePlace = { passageId: string; knowledgeBaseId: string; isServed: boolean }

type Passage = Awaited<ReturnType<PassagesRepository['of']>>[number]

/** Result of a search, best first; `tookMs` is the total time. */
export type FoundHit = { hit: Hit; passage: Passage }

export type Found = Pick<
  Awaited<ReturnType<Search>>,
  'words' | 'searched' | 'answerable' | 'languageUnknown'
> & {
  hits: FoundHit[]
  cut: (FoundHit & Pick<Cut, 'by'>)[]
  tookMs: number
}
