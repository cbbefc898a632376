import type { appMachine } from '../../src/machines/shell/app.machine.ts'
import { type Model, snapshotEvent } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'

const sessionOf = (subject: string) =>
  snapshotEvent('session', { value: { signedIn: 'fresh' }, context: { tokens: { subject }, reason: 'none' } })

const signedOut = (reason: string) =>
  snapshotEvent('session', { value: { signedOut: 'idle' }, context: { tokens: null, reason } })

const LOADING = { value: 'loading', context: { tokens: null, reason: 'none' } }

export const appModel: Model<typeof appMachine> = {
  input: { session: {}, navigation: {}, rememberedOrganizationId: 'o1' },
  events: () => [
    sessionOf('ada'),
    sessionOf('bob'),
    signedOut('user'),
    signedOut('expired'),
    snapshotEvent('session', LOADING),
    { type: 'logOut.requested' },
    { type: 'retry.requested' },
    { type: 'leaving.granted' },
    { type: 'leaving.refused' },
  ],
  unhandled: [
    never(['logOut.requested'], ['anonymous'], 'Nobody is signed in: the account menu is not on the screen.'),
    never(
      ['logOut.requested'],
      ['starting', 'authenticated.opening', 'authenticated.unavailable'],
      'The account menu comes with the workspace.',
    ),
    never(
      ['retry.requested'],
      ['starting', 'anonymous', 'authenticated.opening', 'authenticated.open'],
      'Try Again stands only where the code could not be fetched.',
    ),
    harmless(
      ['logOut.requested'],
      ['authenticated.open.confirmingLogOut', 'authenticated.open.loggingOut'],
      'The same log-out is under way.',
    ),
  ],
  answers: () => ({ loadWorkspace: [undefined, new Error('chunk')] }),
  key: ({ context }) => context.userId,
  snapshots: { session: LOADING },
  sentBy: { 'leaving.granted': 'askToLeave', 'leaving.refused': 'askToLeave' },
}
