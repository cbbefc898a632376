import type { webSourcesMachine } from '../../src/machines/web-sources/web-sources.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'

export const webSourcesModel: Model<typeof webSourcesMachine> = {
  events: () => [
    { type: 'change.requested', change: { id: 's1', action: 'read' } },
    { type: 'change.requested', change: { id: 's1', action: 'refresh', refresh: 'daily' } },
  ],
  answers: () => ({ applyChange: [undefined, new Error('offline')] }),
  unhandled: [
    never(['change.requested'], ['changing'], 'What changes a source is disabled until it is done.'),
  ],
  key: ({ context }) => context.change?.action,
}
