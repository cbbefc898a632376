import {
  GoldenQuestion,
  GoldenQuestionList,
  type GoldenQuestionPatch,
  GoldenRun,
  GoldenRunList,
  type NewGoldenQuestion,
} from './contract/golden.ts'
import { RetrievalTestResults, type SearchSettings } from './contract/search.ts'
import type { Http } from './http/client.ts'
import { Anything } from './wire/lenient.ts'

/** How well a knowledge base is searched: its retrieval test and its golden questions. */
export const createGoldenApi = (http: Http) => {
  const of = (knowledgeBaseId: string) => `/api/v1/knowledge-bases/${knowledgeBaseId}`
  return {
    search: (knowledgeBaseId: string, query: string, settings: SearchSettings, signal: AbortSignal) =>
      http.json(RetrievalTestResults, `${of(knowledgeBaseId)}/search`, {
        method: 'POST',
        body: { query, settings },
        signal,
      }),
    questions: (knowledgeBaseId: string, signal: AbortSignal) =>
      http.json(GoldenQuestionList, `${of(knowledgeBaseId)}/golden-questions`, { signal }),
    add: (knowledgeBaseId: string, question: NewGoldenQuestion, idempotencyKey: string) =>
      http.json(GoldenQuestion, `${of(knowledgeBaseId)}/golden-questions`, {
        method: 'POST',
        body: question,
        idempotencyKey,
      }),
    take: (messageId: string) =>
      http.json(GoldenQuestion, `/api/v1/messages/${messageId}/golden-question`, { method: 'POST' }),
    change: (id: string, changes: GoldenQuestionPatch) =>
      http.json(GoldenQuestion, `/api/v1/golden-questions/${id}`, { method: 'PATCH', body: changes }),
    remove: (id: string) => http.json(Anything, `/api/v1/golden-questions/${id}`, { method: 'DELETE' }),
    runs: (knowledgeBaseId: string, signal: AbortSignal) =>
      http.json(GoldenRunList, `${of(knowledgeBaseId)}/golden-runs`, { signal }),
    run: (knowledgeBaseId: string) =>
      http.json(GoldenRun, `${of(knowledgeBaseId)}/golden-runs`, { method: 'POST' }),
  }
}

export type GoldenApi = ReturnType<typeof createGoldenApi>
