import { fromCallback, fromPromise } from 'xstate'
import { type InvitationEvent, invitationMachine } from '../../machines/organizations/invitation.machine.ts'
import { onUserChange } from '../accounts/signed-in-user.ts'
import { keyOf, type QueryCache } from '../cache/query-cache.ts'
import type { User } from '../contract/accounts.ts'
import { members } from '../contract/operations/members.ts'
import type { Http } from '../http/client.ts'

interface Services {
  http: Http
  anonymous: Http
  me: () => Promise<User>
  cache: QueryCache
}

export const provideInvitation = ({ http, anonymous, me, cache }: Services) =>
  invitationMachine.provide({
    actors: {
      watchVisitor: fromCallback(({ system, sendBack }) => {
        let now: string | null = null
        const publish = (email: string | null) =>
          sendBack({ type: 'visitor.changed', email } satisfies InvitationEvent)
        return onUserChange({ system }, (userId) => {
          now = userId
          if (userId === null) return publish(null)
          void cache
            .fetchQuery({ queryKey: keyOf({ name: 'me', of: {} }), queryFn: () => me(), retry: true })
            .then(({ id, email }) => id === now && publish(email))
        })
      }),
      loadOffer: fromPromise(({ input, signal }) =>
        anonymous.call(members.offer, { token: input.token }, { signal }),
      ),
      accept: fromPromise(async ({ input }) => {
        const organization = await http.call(members.accept, {}, { body: { token: input.token } })
        // The mailed link has proved the address.
        void cache.invalidateQueries({ queryKey: ['me'] })
        return organization
      }),
      decline: fromPromise(({ input }) =>
        anonymous.call(members.decline, {}, { body: { token: input.token } }),
      ),
    },
  })
