import { DEFAULT_SETTINGS } from '../../../server/integrations/configuration.ts'
import type { Hit } from '../../../server/retrieval/search.ts'

/** A passage found, with only what the test is about. */
export const hit = (content: string, changes: Partial<Hit> = {}): Hit => ({
  passageId: `passage ${content.slice(0, 10)}`,
  documentId: 'document',
  documentName: 'guide.md',
  title: 'Guide',
  headingPath: ['Guide'],
  content,
  charStart: 100,
  page: null,
  score: 0.9,
  textRank: 1,
  vectorRank: 1,
  language: 'eng',
  cosine: 0.6,
  coverage: 1,
  ...changes,
})

/** As an assistant answers that nobody has configured. */
export const STYLE = DEFAULT_SETTINGS
