import { QueryObserver } from '@tanstack/query-core'
import { fromCallback, fromPromise } from 'xstate'
import { type VerificationEvent, verificationMachine } from '../../machines/accounts/verification.machine.ts'
import type { Storage } from '../browser/storage.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { keyOf } from '../cache/query-keys.ts'
import type { User } from '../contract/accounts.ts'
import { account } from '../contract/operations/account.ts'
import { installation } from '../contract/operations/installation.ts'
import type { System } from '../contract/system.ts'
import type { Http } from '../http/client.ts'
import type { ProfileApi } from './accounts-api.ts'
import { UNCONFIRMED_ADDRESS } from './forget-person.ts'
import { onUserChange } from './signed-in-user.ts'

interface Services {
  http: Http
  profile: ProfileApi
  cache: QueryCache
  storage: Storage
}

export const provideVerification = ({ http, profile, cache, storage }: Services) =>
  verificationMachine.provide({
    actors: {
      watchAccount: fromCallback<VerificationEvent>(({ system, sendBack }) => {
        const publish = (event: VerificationEvent) => sendBack(event)
        const watch = () => {
          const me = new QueryObserver<User>(cache, {
            queryKey: keyOf({ name: 'me', of: {} }),
            queryFn: ({ signal }) => profile.me(signal),
          })
          const server = new QueryObserver<System>(cache, {
            queryKey: keyOf({ name: 'system', of: {} }),
            queryFn: ({ signal }) => http.call(installation.system, {}, { signal }),
          })
          const read = () => {
            const { data } = me.getCurrentResult()
            const { data: system, isFetched } = server.getCurrentResult()
            if (!data || !isFetched) return
            const { email, email_verified: isVerified } = data
            const isKept = system?.mails === 'kept'
            if (isVerified) storage.remove(UNCONFIRMED_ADDRESS)
            else storage.write(UNCONFIRMED_ADDRESS, `${isKept ? 'outbox' : 'mail'} ${email}`)
            publish({ type: 'account.read', email, isVerified, isKept })
          }
          // Shown from the first frame on: what appears later moves what is being pressed.
          const [place, email] = storage.read(UNCONFIRMED_ADDRESS)?.split(' ') ?? []
          if (email) publish({ type: 'account.read', email, isVerified: false, isKept: place === 'outbox' })
          const stops = [me.subscribe(read), server.subscribe(read)]
          read()
          return () => {
            for (const stop of stops) stop()
          }
        }
        let unwatch = () => {}
        const stop = onUserChange({ system }, (userId) => {
          unwatch()
          unwatch = userId === null ? () => {} : watch()
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
