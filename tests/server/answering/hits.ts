import { DEFAULT_SETTINGS } from '../../../server/assistants/integrations/configuration.ts'
import type { Hit } from '../../../server/knowledge/retrieval/hit.ts'
import { questionWords } from '../../../server/knowledge/retrieval/index/question-words.ts'
import { buildSegment } from '../../../server/knowledge/retrieval/index/segment.ts'
import { createSegmentIndex } from '../../../server/knowledge/retrieval/index/segment-index.ts'

/** A passage found, with only what the test is about. */
export const hit = (content: string, changes: Partial<Hit> = {}): Hit => ({
  passageId: `passage ${content.slice(0, 10)}`,
  documentId: 'document',
  documentName: 'guide.md',
  documentDate: null,
  knowledgeBaseId: 'base',
  title: 'Guide',
  headingPath: ['Guide'],
  content,
  charStart: 100,
  page: null,
  mode: 'hybrid',
  score: 0.9,
  rerankScore: null,
  relevance: null,
  textRank: 1,
  vectorRank: 1,
  language: 'eng',
  cosine: 0.6,
  coverage: 1,
  ...changes,
})

/** The words of a question, as an index of these passages knows them. */
export const wordsOf = (question: string, hits: Hit[]) => {
  const passages = hits.map(({ passageId, headingPath, content }) => ({
    id: passageId,
    headings: headingPath.join('\n'),
    content,
    vectors: [],
  }))
  const document = { id: 'document', version: '1', model: null, title: 'Guide', language: 'eng', passages }
  return questionWords(question, createSegmentIndex([buildSegment([document])]))
}

/** As an assistant answers that nobody has configured. */
export const STYLE = DEFAULT_SETTINGS
