import type { explainPassageMachine } from '../../src/machines/knowledge/explain-passage.machine.ts'
import type { SearchExplanation } from '../../src/services/contract/search.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { searchHit } from './samples.ts'

const explanation: SearchExplanation = {
  fate: 'beyond_top_k',
  words: { rank: 7, matched: 1, asked: 3 },
  meaning: { rank: 9, cosine: 0.4, floor: 0.15 },
  candidates: 40,
  fused: { rank: 9, score: 0.4 },
  settings: { top_k: 5, score_threshold: 0 },
  knowledge_base: { mode: 'hybrid', top_k: null, score_threshold: 0 },
  searched: 30,
}
const { passage } = searchHit('p1')

export const explainPassageModel: Model<typeof explainPassageMachine> = {
  input: { integrationId: 'i1', query: 'boots' },
  events: () => [
    { type: 'document.picked', id: 'd1' },
    { type: 'passage.picked', passage },
    { type: 'retry.requested' },
  ],
  answers: () => ({
    loadPassages: [[passage], ...failuresOf('GET /api/v1/knowledge-bases/:id/passages')],
    explain: [explanation, ...failuresOf('POST /api/v1/integrations/:id/search/explain')],
  }),
  unhandled: [
    never(
      ['retry.requested'],
      [
        'choosingDocument',
        'loadingPassages',
        'choosingPassage.open',
        'choosingPassage.explaining',
        'choosingPassage.explained',
      ],
      'Try Again is shown where reading failed.',
    ),
    never(
      ['passage.picked'],
      ['choosingDocument', 'loadingPassages', 'unreadable'],
      'The passages of the document are not on the screen.',
    ),
  ],
  key: ({ context: { documentId, passages, passage: picked, explanation: found, error } }) => [
    documentId,
    passages.length,
    picked?.id,
    found?.fate,
    error !== null,
  ],
}
