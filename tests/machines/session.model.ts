import type { sessionMachine } from '../../src/machines/accounts/session/session.machine.ts'
import type { Tokens } from '../../src/machines/accounts/session/session.types.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'

export const MINUTE = 60_000

/** A pair of `subject` whose access token lives 15 minutes from `at`, and its refresh token 60. */
export const pair = (name: string, at = 0, subject = 'ada'): Tokens => ({
  access: `access ${name}`,
  refresh: `refresh ${name}`,
  expiresAt: at + 15 * MINUTE,
  refreshExpiresAt: at + 60 * MINUTE,
  clockOffset: 0,
  subject,
})

export const refused = labelled(
  'The server refuses the refresh token',
  Object.assign(new Error('refused'), { refused: true, retryAfter: null }),
)
export const paced = labelled(
  'The server asks to wait 17 seconds',
  Object.assign(new Error('too many'), { refused: false, retryAfter: 17 }),
)
export const unanswered = labelled('The server does not answer', new Error('offline'))
/** Another tab was not answered: all tabs wait together. */
export const agreed = labelled(
  'Another tab has just tried, without an answer',
  Object.assign(new Error('not my turn'), {
    refused: false,
    retryAfter: null,
    agreed: { failures: 4, wait: 9_000 },
  }),
)

export const FIRST = labelled('Tokens that are valid for a while yet', pair('first'))
export const SECOND = labelled('New tokens of the same person', pair('second', 45 * MINUTE))
export const OTHER_USER = labelled('Tokens of somebody else', pair('other', 45 * MINUTE, 'bob'))

/** What has happened → minutes since the tokens were new. */
const TICKS = {
  'A tab looks at the clock: no time has passed': 0,
  'A tab looks at the clock: the access token will end soon': 11,
  'A tab that slept for a while wakes: the access token has ended': 20,
  'A tab that slept for hours wakes: the refresh token has ended, too': 90,
}

const PEERS = {
  'Another tab keeps the same tokens': FIRST,
  'Another tab has renewed the tokens': SECOND,
  'In another tab somebody else logs in': OTHER_USER,
  'In another tab the person logs out': null,
}

export const sessionModel: Model<typeof sessionMachine> = {
  input: { now: 0, jitter: 0.5 },
  events: ({ context }) => [
    labelled('Somebody logs in', { type: 'session.started', tokens: FIRST }),
    labelled('The person logs out', { type: 'signOut.requested' }),
    labelled('The list of organizations cannot be understood', { type: 'organizations.unreadable' }),
    ...Object.entries(TICKS).map(([label, minutes]) =>
      labelled(label, { type: 'clock.tick', now: minutes * MINUTE }),
    ),
    labelled('The network is back', { type: 'network.online' }),
    labelled('The person tries again', { type: 'retry.requested' }),
    labelled("The server's clock goes as ours", { type: 'clock.measured', offset: 0 }),
    labelled("The server's clock is a minute ahead", { type: 'clock.measured', offset: MINUTE }),
    labelled('A socket says that the token in use is not taken', {
      type: 'token.doubted',
      generation: context.generation,
    }),
    labelled('A socket says that an older token is not taken', {
      type: 'token.doubted',
      generation: context.generation - 1,
    }),
    labelled('The sessions of an account have ended, perhaps of this one', { type: 'session.doubted' }),
    labelled('A request is refused with the token in use', {
      type: 'http.unauthorized',
      generation: context.generation,
    }),
    labelled('A request is refused with an older token', {
      type: 'http.unauthorized',
      generation: context.generation - 1,
    }),
    labelled('The request is refused with the new token, too', {
      type: 'http.unauthorizedAgain',
      generation: context.generation,
    }),
    labelled('An older request is refused a second time', {
      type: 'http.unauthorizedAgain',
      generation: context.generation - 1,
    }),
    ...Object.entries(PEERS).map(([label, tokens]) =>
      labelled(label, { type: 'peer.tokensChanged', tokens }),
    ),
  ],
  answers: () => ({
    loadTokens: [FIRST, null, new Error('no storage')],
    refreshTokens: [SECOND, refused, paced, unanswered, agreed],
  }),
  unhandled: [
    never(['session.started'], ['loading'], 'The screens are drawn once the stored tokens are read.'),
    harmless(
      ['session.started'],
      ['signedIn'],
      'Another tab has signed in at that moment: its session is kept, in every tab alike.',
    ),
    never(['peer.tokensChanged'], ['loading'], 'The stored tokens are read before another tab can be heard.'),
    never(
      ['signOut.requested', 'organizations.unreadable'],
      ['loading', 'signedOut'],
      'The workspace, which sends it, is there while somebody is signed in.',
    ),
    harmless(
      ['http.unauthorized', 'http.unauthorizedAgain'],
      ['loading', 'signedOut'],
      'There are no tokens that could be refused: the answer is to a request of a session that has ended.',
    ),
    harmless(
      ['http.unauthorized'],
      ['signedIn.refreshing.blocked', 'signedIn.waiting.blocked'],
      'New tokens are being asked for; the refused request waits for them.',
    ),
    harmless(
      ['clock.measured', 'token.doubted', 'session.doubted'],
      ['loading', 'signedOut'],
      'There are no tokens to be timed or doubted.',
    ),
    harmless(
      ['token.doubted'],
      ['signedIn.refreshing', 'signedIn.waiting'],
      'New tokens are being asked for, or will be; the next dial waits for them.',
    ),
    harmless(
      ['session.doubted'],
      ['signedIn.refreshing', 'signedIn.waiting'],
      'New tokens are being asked for, or will be. If the session has ended, the next request is refused.',
    ),
    harmless(
      ['network.online', 'retry.requested'],
      ['loading', 'signedOut', 'signedIn.fresh', 'signedIn.refreshing'],
      'No refresh waits for the network.',
    ),
  ],
  key: ({ context: { tokens, now, reason, rejected, refused, retryAfter, wait } }) => [
    tokens?.access,
    tokens?.clockOffset,
    wait,
    now,
    reason,
    rejected,
    refused,
    retryAfter,
  ],
  sentBy: { 'clock.tick': 'clock', 'network.online': 'clock', 'peer.tokensChanged': 'peers' },
}
