import type { SearchMode } from '../../../src/services/contract/knowledge-bases.ts'

/** A passage that was found, and why. */
export type Hit = {
  passageId: string
  documentId: string
  documentName: string
  /** When what is searched of the document was added; null where nobody kept it. */
  documentDate: Date | null
  knowledgeBaseId: string
  title: string
  headingPath: string[]
  content: string
  charStart: number
  page: number | null
  /** ISO 639-3. */
  language: string
  /** How its knowledge base was searched. */
  mode: SearchMode
  /** Fused of the ranks that count, or by the place where nearness decides it; between 0 and 1, which is the first place. */
  score: number
  /** The reranker's score, on its own scale; null where it was not asked. It decides the order. */
  rerankScore: number | null
  /** The same between 0 and 1. It decides what is quoted, and whether anything answers the question. */
  relevance: number | null
  textRank: number | null
  vectorRank: number | null
  /** 0 where the passage is not near; null where it was not compared by meaning. */
  cosine: number | null
  /** Share of the question's words, weighed by how rare they are, that the passage, its title or its headings hold. */
  coverage: number
}

/** A passage that was found, and the setting of its knowledge base that leaves it out. */
export type Cut = { hit: Hit; by: 'base_threshold' | 'base_top_k' }
