import type { appMachine } from '../../src/machines/app/app.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'

export const appModel: Model<typeof appMachine> = {
  input: { rememberedOrganizationId: 'o1' },
  events: () => [
    ...['ada', 'bob', null].map((userId) => ({ type: 'session.changed', userId })),
    { type: 'logOut.requested' },
    { type: 'leaving.granted' },
    { type: 'leaving.refused' },
  ],
  unhandled: [
    never(['logOut.requested'], ['outside'], 'Nobody is signed in: the account menu is not on the screen.'),
    harmless(['logOut.requested'], ['inside.asking', 'inside.goingOut'], 'The same log-out is under way.'),
  ],
  key: ({ context }) => context.userId,
  sentBy: {
    'session.changed': 'session',
    'leaving.granted': 'askToLeave',
    'leaving.refused': 'askToLeave',
  },
}
