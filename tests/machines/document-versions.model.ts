import type { documentVersionsMachine } from '../../src/machines/knowledge/document-versions.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'

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
