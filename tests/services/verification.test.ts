import { expect, it, onTestFinished } from 'vitest'
import { createActor, createMachine, setup } from 'xstate'
import type { ProfileApi } from '../../src/services/accounts/accounts-api.ts'
import { provideVerification } from '../../src/services/accounts/verification.provide.ts'
import { createStorage } from '../../src/services/browser/storage.ts'
import { createQueryCache } from '../../src/services/cache/query-cache.ts'
import type { User } from '../../src/services/contract/accounts.ts'
import type { System } from '../../src/services/contract/installation.ts'
import type { Http } from '../../src/services/http/client.ts'

const never = () => new Promise<never>(() => {})
/** A browser that keeps nothing longer than the page. */
const blocked = () => {
  throw new Error('blocked')
}

const keeping = async () => ({ mails: 'kept' }) as System

function open(storage = createStorage(blocked), me: () => Promise<User> = never, system = keeping) {
  const cache = createQueryCache()
  onTestFinished(() => cache.clear())
  const verification = provideVerification({
    http: {} as Http,
    profile: { me } as ProfileApi,
    cache,
    reminder: { storage, system },
  })
  const session = createMachine({
    context: { tokens: { subject: 'ada' } },
    initial: 'active',
    states: { active: {} },
  })
  const page = setup({ actors: { session, verification } }).createMachine({
    invoke: [
      { src: 'session', systemId: 'session' },
      { id: 'verification', src: 'verification' },
    ],
  })
  const actor = createActor(page).start()
  onTestFinished(() => void actor.stop())
  return () => actor.getSnapshot().children.verification!.getSnapshot()
}

const unconfirmed = async () => ({ email: 'ada@example.com', email_verified: false }) as User
const confirmed = async () => ({ email: 'ada@example.com', email_verified: true }) as User

it('the reminder of the last visit is there before the account is read again', async () => {
  const storage = createStorage(blocked)
  const first = open(storage, unconfirmed)
  expect(first().matches('unknown')).toBe(true)
  await expect.poll(() => first().matches('unverified')).toBe(true)
  const next = open(storage)()
  expect(next.matches('unverified')).toBe(true)
  expect(next.context).toMatchObject({ email: 'ada@example.com', isKept: true })
})

it('it is not remembered of a confirmed address, and not shown to another person', async () => {
  const storage = createStorage(blocked)
  storage.write('unconfirmedAddress', 'ben outbox ben@example.com')
  const page = open(storage, confirmed)
  expect(page().matches('unknown')).toBe(true)
  await expect.poll(() => page().matches('verified')).toBe(true)
  expect(storage.read('unconfirmedAddress')).toBeNull()
})

it('what a confirmed address unlocks does not wait for where links are', async () => {
  const page = open(createStorage(blocked), confirmed, never)
  await expect.poll(() => page().matches('verified')).toBe(true)
})
