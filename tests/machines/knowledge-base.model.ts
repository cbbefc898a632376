import type { knowledgeBaseMachine } from '../../src/machines/knowledge/knowledge-base.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { searchHit } from './samples.ts'

const TEXT = { id: 'd1', source: 'text', name: 'Hours', enabled: true } as const
const FAQ = { id: 'd2', source: 'faq', name: 'When do you open?', enabled: false } as const

export const knowledgeBaseModel: Model<typeof knowledgeBaseMachine> = {
  input: { organizationId: 'o1', knowledgeBaseId: 'k1' },
  events: () => [
    { type: 'live.opened' },
    { type: 'live.lost' },
    { type: 'filter.changed', change: { q: 'boots' } },
    { type: 'change.requested', ids: ['d1'], action: 'retry' },
    { type: 'document.toggled', id: 'd1' },
    { type: 'documents.selected', ids: [] },
    { type: 'documents.selected', ids: ['d1', 'd2'] },
    { type: 'selection.cleared' },
    { type: 'text.requested', document: TEXT },
    { type: 'text.requested', document: FAQ },
    { type: 'passage.saved', passage: searchHit('p1').passage },
  ],
  answers: () => ({
    applyChange: [undefined, Object.assign(new Error(), { detail: 'It is already being read.' })],
    loadText: ['We open at nine.', ...failuresOf('GET /api/v1/documents/:id/passages')],
  }),
  unhandled: [
    never(
      ['live.opened'],
      ['progress.live'],
      'The connection says that it was lost before it says that it opened again.',
    ),
    harmless(
      ['live.lost'],
      ['progress.connecting'],
      'What is shown counts as old already; it is read when the connection opens.',
    ),
    never(
      ['change.requested'],
      ['change.changing'],
      'What changes documents is disabled until the change before it is done.',
    ),
    harmless(['selection.cleared'], ['selection.none'], 'Nothing is chosen.'),
    harmless(
      ['text.requested'],
      ['text.loading'],
      'The text that was asked for first opens; its dialog covers the menus.',
    ),
  ],
  key: ({ context: { filter, draft, selected, change, wanted } }) => [
    filter.q,
    draft.q,
    selected.length,
    change !== null,
    wanted?.source,
  ],
  sentBy: { 'live.opened': 'live', 'live.lost': 'live', 'passage.saved': 'editPassage' },
  snapshots: {
    writeText: { value: 'closed', context: { values: {} } },
    writeFaq: { value: 'closed', context: { values: {} } },
    editPassage: { value: 'closed', context: { values: {} } },
    reader: { value: 'closed', context: {} },
  },
}
