import { QueryObserver } from '@tanstack/query-core'
import { fromCallback, fromPromise } from 'xstate'
import {
  type Account,
  type VerificationEvent,
  verificationMachine,
} from '../../machines/accounts/verification.machine.ts'
import type { Storage } from '../browser/storage.ts'
import { keyOf, type QueryCache } from '../cache/query-cache.ts'
import type { User } from '../contract/accounts.ts'
import type { System } from '../contract/installation.ts'
import { account } from '../contract/operations/account.ts'
import type { Http } from '../http/client.ts'
import type { ProfileApi } from './accounts-api.ts'
import { UNCONFIRMED_ADDRESS } from './forget-person.ts'
import { onUserChange } from './signed-in-user.ts'

interface Services {
  http: Http
  profile: ProfileApi
  cache: QueryCache
  /** For the reminder of the shell, which is there from the first frame on and says where the link is. */
  reminder?: { storage: Storage; system: (signal: AbortSignal) => Promise<System> }
}

/** The account as last read. If the reminder came later, it would move what is being pressed. */
const remembered = (storage: Storage, userId: string) => {
  const [person, place, email] = storage.read(UNCONFIRMED_ADDRESS)?.split(' ') ?? []
  return person === userId && email ? { email, isVerified: false, isKept: place === 'outbox' } : null
}

const remember = (storage: Storage, userId: string, { email, isVerified, isKept }: Account) =>
  isVerified
    ? storage.remove(UNCONFIRMED_ADDRESS)
    : storage.write(UNCONFIRMED_ADDRESS, `${userId} ${isKept ? 'outbox' : 'mail'} ${email}`)

export const provideVerification = ({ http, profile, cache, reminder }: Services) =>
  verificationMachine.provide({
    actors: {
      watchAccount: fromCallback(({ system, sendBack }) => {
        const publish = (event: VerificationEvent) => sendBack(event)
        const watch = (userId: string) => {
          const me = new QueryObserver<User>(cache, {
            queryKey: keyOf({ name: 'me', of: {} }),
            queryFn: ({ signal }) => profile.me(signal),
          })
          const server = new QueryObserver<System>(cache, {
            queryKey: keyOf({ name: 'system', of: {} }),
            queryFn: ({ signal }) => reminder!.system(signal),
            enabled: reminder !== undefined,
          })
          const read = () => {
            const { data } = me.getCurrentResult()
            const { data: system, isFetched } = server.getCurrentResult()
            if (!data) return
            // Where the link is matters to the reminder alone: nothing stays locked while that is awaited.
            if (reminder && !isFetched && !data.email_verified) return
            const latest = {
              email: data.email,
              isVerified: data.email_verified,
              isKept: system?.mails === 'kept',
            }
            if (reminder) remember(reminder.storage, userId, latest)
            publish({ type: 'account.read', ...latest })
          }
          const before = reminder && remembered(reminder.storage, userId)
          if (before) publish({ type: 'account.read', ...before })
          const stops = [me.subscribe(read), server.subscribe(read)]
          read()
          return () => {
            for (const stop of stops) stop()
          }
        }
        let unwatch = () => {}
        const stop = onUserChange({ system }, (userId) => {
          unwatch()
          unwatch = userId === null ? () => {} : watch(userId)
          if (userId === null) publish({ type: 'account.left' })
        })
        return () => {
          stop()
          unwatch()
        }
      }),
      sendLink: fromPromise<unknown>(async () => {
        await http.call(account.sendVerification, {}, { body: {} })
        // It may have been confirmed elsewhere in the meantime.
        void cache.invalidateQueries({ queryKey: ['me'] })
      }),
    },
  })
