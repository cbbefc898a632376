import type { reindexMachine } from '../../src/machines/knowledge/reindex.machine.ts'
import type { IndexStatus } from '../../src/services/contract/indexes.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { knowledgeIndex } from './samples.ts'

const wordsOf = (status: IndexStatus) => `${status === 'failed' ? 'has' : 'is'} ${status}`
const read = (status: IndexStatus) =>
  labelled(`The index ${wordsOf(status)}`, { type: 'index.read' as const, index: knowledgeIndex(status) })
const readNewer = (status: IndexStatus) =>
  labelled(`A newer index ${wordsOf(status)}`, {
    type: 'index.read' as const,
    index: { ...knowledgeIndex(status), id: 'i3', number: 3 },
  })

export const reindexModel: Model<typeof reindexMachine> = {
  input: { knowledgeBaseId: 'k1' },
  events: () => [
    read('building'),
    read('ready'),
    read('published'),
    read('failed'),
    read('cancelled'),
    readNewer('published'),
    readNewer('failed'),
    { type: 'reindex.requested' },
    { type: 'restore.requested', id: 'i1' },
    { type: 'cancel.requested' },
    { type: 'publish.requested' },
    { type: 'discard.requested' },
    { type: 'notice.closed' },
  ],
  answers: () => ({
    start: [knowledgeIndex('queued'), ...failuresOf('POST /api/v1/knowledge-bases/:id/indexes')],
    decide: [knowledgeIndex('building'), ...failuresOf('POST /api/v1/indexes/:id/publish')],
  }),
  unhandled: [
    never(
      ['reindex.requested', 'restore.requested'],
      ['starting', 'followed', 'cancelling', 'publishing', 'discarding'],
      'While an index is made or waits for a decision, no other one is offered.',
    ),
    never(
      ['cancel.requested'],
      ['settled', 'starting', 'followed.worse', 'cancelling', 'publishing', 'discarding'],
      'Cancel is offered while documents are read.',
    ),
    never(
      ['publish.requested', 'discard.requested'],
      ['settled', 'starting', 'followed.building', 'cancelling', 'publishing', 'discarding'],
      'The decision is offered while the index waits for it.',
    ),
    never(
      ['notice.closed'],
      ['starting', 'followed', 'cancelling', 'publishing', 'discarding'],
      'What is under way cannot be closed.',
    ),
  ],
  key: ({ context: { index, restore } }) => [index?.status, index?.number, restore],
}
