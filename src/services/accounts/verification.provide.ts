import { QueryObserver } from '@tanstack/query-core'
import { fromCallback, fromPromise } from 'xstate'
import { type VerificationEvent, verificationMachine } from '../../machines/accounts/verification.machine.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { keyOf } from '../cache/query-keys.ts'
import type { User } from '../contract/accounts.ts'
import { account } from '../contract/operations/account.ts'
import type { Http } from '../http/client.ts'
import type { ProfileApi } from './accounts-api.ts'
import { onUserChange } from './signed-in-user.ts'

interface Services {
  http: Http
  profile: ProfileApi
  cache: QueryCache
}

export const provideVerification = ({ http, profile, cache }: Services) =>
  verificationMachine.provide({
    actors: {
      watchAccount: fromCallback<VerificationEvent>(({ system, sendBack }) => {
        const publish = (event: VerificationEvent) => sendBack(event)
        const watch = () => {
          const observer = new QueryObserver<User>(cache, {
            queryKey: keyOf({ name: 'me', of: {} }),
            queryFn: ({ signal }) => profile.me(signal),
          })
          const read = ({ data }: ReturnType<typeof observer.getCurrentResult>) =>
            data && publish({ type: 'account.read', email: data.email, isVerified: data.email_verified })
          const unsubscribe = observer.subscribe(read)
          read(observer.getCurrentResult())
          return unsubscribe
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
