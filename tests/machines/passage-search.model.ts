import type { passageSearchMachine } from '../../src/machines/knowledge/passage-search.machine.ts'
import type { Model } from '../harness/model/model.ts'
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
