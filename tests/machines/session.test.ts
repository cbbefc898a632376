import { expect } from 'vitest'
import { sessionMachine } from '../../src/machines/accounts/session/session.machine.ts'
import type { Tokens } from '../../src/machines/accounts/session/session.types.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { sessionModel } from './session.model.ts'

describeModel({
  name: '[S4.6] the session',
  machine: sessionMachine,
  model: sessionModel,
  rig: (world) => {
    let stored: Tokens | null = null
    return {
      implementations: {
        actions: {
          saveTokens: (_: unknown, { tokens }: { tokens: Tokens }) => {
            stored = tokens
          },
          saveClockOffset: (_: unknown, { offset }: { offset: number }) => {
            const { expiresAt, refreshExpiresAt, clockOffset, ...pair } = stored!
            const by = offset - clockOffset
            stored = {
              ...pair,
              clockOffset: offset,
              expiresAt: expiresAt! + by,
              refreshExpiresAt: refreshExpiresAt! + by,
            }
          },
          clearTokens: () => {
            stored = null
          },
        },
      },
      before: ({ type, output, tokens }) => {
        if (/done\.actor\.(load|refresh)Tokens/.test(type)) stored = output
        if (type === 'peer.tokensChanged') stored = tokens
      },
      oracles: {
        session: () => {
          expect([...world.children.keys()]).toEqual(expect.arrayContaining(['clock', 'peers']))
        },
        'session.signedOut': () => {
          expect(stored).toBeNull()
          expect(world.children.size).toBe(2)
        },
        'session.signedIn': () => {
          expect(world.snapshot().context.tokens).toEqual(stored)
          expect(world.emitted.at(-1)).toEqual({ type: 'signedIn' })
        },
        'session.signedIn.refreshing': () => {
          expect(world.children.get('refreshTokens')?.input).toEqual({ tokens: stored, jitter: 0.5 })
        },
        'session.signedIn.fresh': () => expect(world.children.size).toBe(2),
        'session.signedOut.expired': () =>
          expect(world.emitted.at(-1)).toEqual({ type: 'signedOut', reason: 'expired' }),
      },
    }
  },
})
