import type { appMachine } from '../../src/machines/app/app.machine.ts'
import { type Model, snapshotEvent } from '../harness/model/model.ts'

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
    snapshotEvent('session', LOADING),
    { type: 'logOut.requested' },
    { type: 'retry.requested' },
    { type: 'leaving.granted' },
    { type: 'leaving.refused' },
  ],
  answers: () => ({ loadWorkspace: [undefined, new Error('chunk')] }),
  key: ({ context }) => context.userId,
  snapshots: { session: LOADING },
  sentBy: { 'leaving.granted': 'askToLeave', 'leaving.refused': 'askToLeave' },
}
