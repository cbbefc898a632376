import type { retrievalTestMachine } from '../../src/machines/knowledge/retrieval-test.machine.ts'
import type { RetrievalTestResults } from '../../src/services/contract/search.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { searchHit } from './samples.ts'

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
  ],
}
