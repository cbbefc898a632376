import type { documentVersionsMachine } from '../../src/machines/knowledge/document-versions.machine.ts'
import type { knowledgeBaseMachine } from '../../src/machines/knowledge/knowledge-base.machine.ts'
import type { readerMachine } from '../../src/machines/knowledge/reader.machine.ts'
import { citedPassage } from '../../src/machines/knowledge/reader.types.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { citation, document, searchHit } from './samples.ts'

const TEXT = { id: 'd1', source: 'text', name: 'Hours', enabled: true } as const
const FAQ = { id: 'd2', source: 'faq', name: 'When do you open?', enabled: false } as const

export const knowledgeBaseModel: Model<typeof knowledgeBaseMachine> = {
  input: { organizationId: 'o1', knowledgeBaseId: 'k1' },
  events: () => [
    labelled('The connection is there', { type: 'live.opened' }),
    labelled('The connection is lost', { type: 'live.lost' }),
    labelled('The filter is changed to “boots”', { type: 'filter.changed', change: { q: 'boots' } }),
    labelled('One document is tried again', {
      type: 'change.requested',
      ids: ['d1'],
      action: 'retry',
      ofSelection: false,
    }),
    labelled('The chosen documents are tried again', {
      type: 'change.requested',
      ids: ['d1'],
      action: 'retry',
      ofSelection: true,
    }),
    { type: 'document.toggled', id: 'd1' },
    labelled('No document is chosen', { type: 'documents.selected', ids: [] }),
    labelled('Documents d1 and d2 are chosen', { type: 'documents.selected', ids: ['d1', 'd2'] }),
    labelled('Documents d2 and d3 are listed', { type: 'documents.read', ids: ['d2', 'd3'] }),
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
    change?.ofSelection,
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

export const documentVersionsModel: Model<typeof documentVersionsMachine> = {
  events: () => [
    { type: 'versions.opened', document: { id: 'd1', name: 'Returns.pdf' } },
    { type: 'restore.requested', number: 1 },
    { type: 'versions.closed' },
  ],
  answers: () => ({
    restore: [undefined, ...failuresOf('POST /api/v1/documents/:id/versions/:number/restore')],
  }),
  unhandled: [
    never(['versions.opened'], ['listed', 'restoring'], 'The dialog lies over what opens it.'),
    never(['restore.requested'], ['closed'], 'No version is shown.'),
    harmless(['versions.closed'], ['closed'], 'It is closed already.'),
    harmless(['restore.requested'], ['restoring'], 'It is being restored, and is not to be restored twice.'),
    harmless(
      ['versions.closed'],
      ['restoring'],
      'S2.42: while submitting, cancel, close and Escape do nothing.',
    ),
  ],
  key: ({ context }) => context,
}

export const readerModel: Model<typeof readerMachine> = {
  events: () => [
    { type: 'passage.opened', passage: citedPassage(citation(1)) },
    { type: 'passage.opened', passage: citedPassage(citation(2, null)) },
    { type: 'reader.closed' },
    { type: 'retry.requested' },
    { type: 'passage.changed', passage: { ...searchHit('p1').passage, content: 'Edited.' } },
  ],
  answers: () => ({
    loadDocument: [
      { document: document('d1'), is_current: true, passages: [searchHit('p1').passage] },
      ...failuresOf('GET /api/v1/documents/:id/passages'),
    ],
  }),
  unhandled: [
    harmless(['reader.closed'], ['closed'], 'It is closed already.'),
    never(
      ['retry.requested'],
      ['closed', 'open.loading', 'open.ready', 'open.refused', 'open.gone'],
      'Try Again is shown where reading failed.',
    ),
    harmless(
      ['passage.changed'],
      ['closed', 'open.loading', 'open.failed', 'open.refused', 'open.gone'],
      'What is read next is read as it was changed.',
    ),
    never(['passage.opened'], ['open'], 'The sheet lies over what opens a passage.'),
  ],
  key: ({ context: { passage, source, error } }) => [
    passage?.document_id,
    source?.passages.map(({ content }) => content),
    error,
  ],
}
