import type { explainPassageMachine } from '../../src/machines/knowledge/explain-passage.machine.ts'
import type { passageSearchMachine } from '../../src/machines/knowledge/passage-search.machine.ts'
import type { retrievalTestMachine } from '../../src/machines/knowledge/retrieval-test.machine.ts'
import type { RetrievalTestResults, SearchExplanation } from '../../src/services/contract/search.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { searchHit } from './samples.ts'

const results = {
  hits: [searchHit('p1')],
  searched: 12,
  answerable: true,
  language_unknown: false,
  took_ms: 40,
}

export const passageSearchModel: Model<typeof passageSearchMachine> = {
  input: { integrationId: 'i1' },
  events: () => [
    { type: 'query.changed', text: 'boots' },
    { type: 'query.changed', text: ' ' },
    { type: 'query.submitted' },
    { type: 'scope.changed', scope: { knowledgeBaseId: 'k1', documentId: 'd1' } },
  ],
  answers: () => ({
    searchPassages: [
      results,
      { ...results, hits: [] },
      ...failuresOf('POST /api/v1/knowledge-bases/:id/search'),
    ],
  }),
  key: ({ context }) => [context.query, context.asked, context.error, context.scope],
}

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
        'refused',
        'choosingPassage.open',
        'choosingPassage.explaining',
        'choosingPassage.explained',
        'choosingPassage.refused',
      ],
      'Try Again is shown where reading failed, and not where it would be refused again.',
    ),
    never(
      ['passage.picked'],
      ['choosingDocument', 'loadingPassages', 'unreadable', 'refused'],
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

export const testResults: RetrievalTestResults = {
  hits: [{ ...searchHit('p1'), stored_place: 2 }],
  cut: [{ ...searchHit('p2'), stored_place: 1, by: 'base_threshold' }],
  searched: 12,
  answerable: true,
  language_unknown: false,
  took_ms: 40,
}

const stored = { mode: 'hybrid', top_k: null, score_threshold: 0 } as const

export const retrievalTestModel: Model<typeof retrievalTestMachine> = {
  input: { knowledgeBaseId: 'k1', query: '', stored },
  events: () => [
    { type: 'query.changed', text: 'boots' },
    { type: 'query.changed', text: ' ' },
    { type: 'query.submitted' },
    { type: 'settings.changed', settings: { mode: 'keywords' } },
    { type: 'settings.reset' },
    { type: 'settings.applied' },
    { type: 'stored.read', stored: { ...stored, mode: 'keywords' } },
    { type: 'stored.read', stored },
  ],
  answers: () => ({
    search: [
      testResults,
      { ...testResults, hits: [], cut: [] },
      ...failuresOf('POST /api/v1/knowledge-bases/:id/search'),
    ],
    applySettings: [undefined, ...failuresOf('PATCH /api/v1/knowledge-bases/:id')],
  }),
  unhandled: [
    harmless(
      ['settings.applied'],
      ['application.applying'],
      'They are being applied, and are not to be applied twice.',
    ),
  ],
  key: ({ context }) => [
    context.query,
    context.asked,
    context.error !== null,
    context.refusal !== null,
    context.settings.mode,
    context.stored.mode,
    context.sent.mode,
  ],
}
