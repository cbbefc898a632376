import type { sessionMachine } from '../../src/machines/session/session.machine.ts'
import type { Tokens } from '../../src/machines/session/session.types.ts'
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

export const refused = Object.assign(new Error('refused'), { refused: true, retryAfter: null })
export const paced = Object.assign(new Error('too many'), { refused: false, retryAfter: 17 })
export const unanswered = new Error('offline')
/** Another tab was not answered: all tabs wait together. */
export const agreed = Object.assign(new Error('not my turn'), {
  refused: false,
  retryAfter: null,
  agreed: { failures: 4, wait: 9_000 },
})

export const FIRST = pair('first')
export const SECOND = pair('second', 45 * MINUTE)
export const OTHER_USER = pair('other', 45 * MINUTE, 'bob')

export const sessionModel: Model<typeof sessionMachine> = {
  input: { now: 0, jitter: 0.5 },
  events: ({ context }) => [
    { type: 'session.started', tokens: FIRST },
    { type: 'signOut.requested' },
    { type: 'organizations.unreadable' },
    ...[0, 11, 20, 90].map((minutes) => ({ type: 'clock.tick', now: minutes * MINUTE })),
    { type: 'network.online' },
    ...[0, MINUTE].map((offset) => ({ type: 'clock.measured', offset })),
    { type: 'token.doubted', generation: context.generation },
    { type: 'token.doubted', generation: context.generation - 1 },
    { type: 'http.unauthorized', generation: context.generation },
    { type: 'http.unauthorized', generation: context.generation - 1 },
    { type: 'http.unauthorizedAgain', generation: context.generation },
    { type: 'http.unauthorizedAgain', generation: context.generation - 1 },
    ...[FIRST, SECOND, OTHER_USER, null].map((tokens) => ({ type: 'peer.tokensChanged', tokens })),
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
      ['signedIn.refreshing', 'signedIn.waiting.blocked'],
      'New tokens are being asked for; the refused request waits for them.',
    ),
    harmless(
      ['clock.measured', 'token.doubted'],
      ['loading', 'signedOut'],
      'There are no tokens to be timed or doubted.',
    ),
    harmless(
      ['token.doubted'],
      ['signedIn.refreshing', 'signedIn.waiting'],
      'New tokens are being asked for, or will be; the next dial waits for them.',
    ),
    harmless(
      ['network.online'],
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
