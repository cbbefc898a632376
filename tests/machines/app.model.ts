import type { appMachine } from '../../src/machines/app/app.machine.ts'
import type { Model } from '../harness/model/model.ts'

export const appModel: Model<typeof appMachine> = {
  input: { rememberedOrganizationId: 'o1' },
  events: () => ['ada', 'bob', null].map((userId) => ({ type: 'session.changed', userId })),
  key: ({ context }) => context.userId,
  sentBy: { 'session.changed': 'session' },
}
