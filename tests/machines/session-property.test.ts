import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { sessionMachine } from '../../src/machines/accounts/session/session.machine.ts'
import type { RefreshInput, SessionEvent, Tokens } from '../../src/machines/accounts/session/session.types.ts'
import { RUNS } from '../harness/runs.ts'
import { MINUTE, paced, pair, refused, unanswered } from './session.model.ts'

type Step =
  | { readonly event: Exclude<SessionEvent['type'], 'clock.tick' | 'peer.tokensChanged'> }
  | { readonly pass: number }
  | { readonly peer: string | null }
  | { readonly answer: 'pair' | 'refused' | 'paced' | 'unanswered' }

const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({
      event: fc.constantFrom(
        'session.started',
        'signOut.requested',
        'organizations.unreadable',
        'network.online',
        'http.unauthorized',
        'http.unauthorizedAgain',
        'token.doubted',
        'session.doubted',
        'clock.measured',
      ),
    }),
    fc.record({ pass: fc.integer({ min: 0, max: 40 }) }),
    fc.record({ peer: fc.constantFrom('ada', 'bob', null) }),
    fc.record({ answer: fc.constantFrom('pair', 'refused', 'paced', 'unanswered') }),
  ),
  { minLength: 1, maxLength: 30 },
)

const FAILURES = { refused, paced, unanswered }

/** A session in a world where every refresh waits for the test to answer it. */
function startSession(stored: Tokens | null) {
  const timers = new SimulatedClock()
  const pending = new Set<{
    tokens: Tokens
    resolve: (tokens: Tokens) => void
    reject: (e: unknown) => void
  }>()
  const sent = { most: 0, count: 0 }
  let disk = stored
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        loadTokens: fromPromise<Tokens | null>(async () => disk),
        refreshTokens: fromPromise<Tokens, RefreshInput>(({ input, signal }) => {
          sent.count += 1
          return new Promise((resolve, reject) => {
            const one = { tokens: input.tokens, resolve, reject }
            pending.add(one)
            sent.most = Math.max(sent.most, pending.size)
            signal.addEventListener('abort', () => pending.delete(one))
          })
        }),
        watchClock: fromCallback(() => {}),
        watchPeers: fromCallback(() => {}),
      },
      actions: {
        saveTokens: (_, { tokens }) => {
          disk = tokens
        },
        saveClockOffset: ({ context }) => {
          disk = context.tokens
        },
        clearTokens: () => {
          disk = null
        },
        revokeTokens: () => {},
      },
    }),
    { input: { now: 0, jitter: 0.5 }, clock: timers },
  )
  return { actor, timers, pending, sent, disk: () => disk, write: (tokens: Tokens | null) => (disk = tokens) }
}

async function follow(script: readonly Step[]) {
  const world = startSession(pair('stored'))
  const { actor, timers, pending } = world
  const users: (string | null)[] = []
  actor.on('signedOut', () => users.push(null))
  actor.on('signedIn', () => users.push(actor.getSnapshot().context.tokens?.subject ?? null))
  let now = 0
  let names = 0
  const fresh = (subject: string) => {
    names += 1
    return pair(`${names}`, now, subject)
  }
  actor.start()
  await Promise.resolve()
  for (const step of script) {
    const { context } = actor.getSnapshot()
    if ('pass' in step) {
      now += step.pass * MINUTE
      actor.send({ type: 'clock.tick', now })
      timers.increment(step.pass * MINUTE)
    } else if ('peer' in step) {
      const tokens = step.peer === null ? null : fresh(step.peer)
      world.write(tokens)
      actor.send({ type: 'peer.tokensChanged', tokens })
    } else if ('answer' in step) {
      for (const one of pending) {
        pending.delete(one)
        if (step.answer === 'pair') {
          const tokens = fresh(one.tokens.subject ?? '')
          world.write(tokens)
          one.resolve(tokens)
        } else one.reject(FAILURES[step.answer])
      }
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    } else if (step.event === 'session.started') {
      actor.send({ type: 'session.started', tokens: fresh('ada') })
    } else if (step.event === 'clock.measured') {
      actor.send({ type: 'clock.measured', offset: (names % 3) * MINUTE })
    } else if (
      step.event === 'http.unauthorized' ||
      step.event === 'http.unauthorizedAgain' ||
      step.event === 'token.doubted'
    ) {
      actor.send({ type: step.event, generation: context.generation })
    } else {
      actor.send({ type: step.event })
    }

    const after = actor.getSnapshot()
    const isIn = after.matches('signedIn')
    // Compared by hand: two million expectations would take most of a minute.
    const broken = [
      after.status !== 'active' && 'the session is dead',
      pending.size !== (after.matches({ signedIn: 'refreshing' }) ? 1 : 0) && 'not one refresh in flight',
      (isIn ? after.context.tokens : null) !== world.disk() && 'the disk holds another pair',
      !isIn && after.context.tokens !== null && 'tokens after sign-out',
      after.context.epoch === context.epoch &&
        context.tokens !== null &&
        after.context.tokens?.subject !== context.tokens.subject &&
        'another user in the same session',
      after.context.generation < context.generation && 'the generation went back',
    ].filter(Boolean)
    if (broken.length > 0) throw new Error(`${broken.join(', ')} after ${JSON.stringify(step)}`)
  }
  expect(world.sent.most).toBeLessThanOrEqual(1)
  actor.stop()
  expect(pending.size).toBe(0)
}

describe('[S4.10] the session under any sequence of events', () => {
  it(`has one refresh in flight, no tokens after sign-out and one user a session, ${RUNS} times`, async () => {
    await fc.assert(fc.asyncProperty(steps, follow), { numRuns: RUNS })
  })
})
