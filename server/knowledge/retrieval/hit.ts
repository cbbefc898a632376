import type { SearchMode } from '../../../src/services/contract/knowledge-bases.ts'

/** A passage that a search found, with its scores. */
export type Hit = {
  passageId: string
  documentId: string
  documentName: string
  /** When the served version of the document was added; null if unknown. */
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
  /** Fused score between 0 and 1, where 1 is the first rank. */
  score: number
  /** The reranker’s score on its own scale, which decides the order; null without a reranker. */
  rerankScore: number | null
  /** The reranker’s score between 0 and 1, which decides about quotes and answers; null without a reranker. */
  relevance: number | null
  textRank: number | null
  vectorRank: number | null
  /** Calibrated cosine; 0 below the minimum, null if the passage was not compared by meaning. */
  cosine: number | null
  /** Share of the question’s words in the passage, its title and headings, from 0 to 1, weighted by rarity. */
  coverage: number
}

/** A hit that a setting of its knowledge base excludes. */
export type Cut = { hit: Hit; by: 'base_threshold' | 'base_top_k' }
