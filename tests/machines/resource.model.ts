import type { resourceMachine } from '../../src/machines/resource/resource.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'

export const resourceModel: Model<typeof resourceMachine> = {
  input: { name: 'knowledgeBases', of: { organizationId: 'o1' } },
  events: () => [
    { type: 'data.arrived', data: [] },
    { type: 'data.arrived', data: ['one'] },
    { type: 'data.awaited' },
    { type: 'data.failed', error: new Error('offline') },
    { type: 'data.failed', error: Object.assign(new Error('gone'), { status: 404 }) },
    { type: 'retry.requested' },
  ],
  unhandled: [
    never(
      ['retry.requested'],
      ['loading', 'missing', 'empty', 'ready'],
      'Try Again is shown where reading failed.',
    ),
  ],
  key: ({ context }) => [context.data, context.error],
  sentBy: { 'data.arrived': 'query', 'data.awaited': 'query', 'data.failed': 'query' },
}
