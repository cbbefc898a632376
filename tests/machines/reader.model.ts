import type { readerMachine } from '../../src/machines/knowledge/reader.machine.ts'
import { citedPassage } from '../../src/machines/knowledge/reader.types.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { citation, document, searchHit } from './samples.ts'

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
