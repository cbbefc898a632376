import type { appMachine } from '../../src/machines/app/app.machine.ts'
import type { Model } from '../harness/model/model.ts'

export const appModel: Model<typeof appMachine> = {
  input: { rememberedOrganizationId: 'o1' },
  events: () => [
    ...['ada', 'bob', null].map((userId) => ({ type: 'session.changed', userId })),
    { type: 'logOut.requested' },
    { type: 'leaving.granted' },
    { type: 'leaving.refused' },
  ],
  key: ({ context }) => context.userId,
  sentBy: {
    'session.changed': 'session',
    'leaving.granted': 'askToLeave',
    'leaving.refused': 'askToLeave',
  },
}
