import { fromCallback, fromPromise } from 'xstate'
import { type InvitationEvent, invitationMachine } from '../machines/invitation/invitation.machine.ts'
import { tell } from '../machines/system.ts'
import type { User } from './contract/accounts.ts'
import { keyOf } from './queries.ts'
import type { QueryCache } from './query-cache.ts'
import { onUserChange } from './signed-in-user.ts'
import type { InvitationLinks, TeamApi } from './team-api.ts'

interface Services {
  api: TeamApi
  links: InvitationLinks
  me: () => Promise<User>
  cache: QueryCache
}

export const provideInvitation = ({ api, links, me, cache }: Services) =>
  invitationMachine.provide({
    actors: {
      watchVisitor: fromCallback<InvitationEvent>(({ system, sendBack }) => {
        let now: string | null = null
        const tell = (email: string | null) =>
          sendBack({ type: 'visitor.changed', email } satisfies InvitationEvent)
        return onUserChange({ system }, (userId) => {
          now = userId
          if (userId === null) return tell(null)
          void cache
            .fetchQuery({ queryKey: keyOf({ name: 'me', of: {} }), queryFn: () => me(), retry: true })
            .then(({ id, email }) => id === now && tell(email))
        })
      }),
      loadOffer: fromPromise(({ input, signal }: { input: { token: string }; signal: AbortSignal }) =>
        links.offer(input.token, signal),
      ),
      accept: fromPromise(async ({ input }: { input: { token: string } }) => {
        const organization = await api.accept(input.token)
        // The mailed link has proven the address.
        void cache.invalidateQueries({ queryKey: ['me'] })
        return organization
      }),
      decline: fromPromise<unknown, { token: string }>(({ input }) => links.decline(input.token)),
    },
    actions: {
      signOut: (scope) => tell(scope, 'session', { type: 'signOut.requested' }),
      enter: (scope, { organization }) =>
        tell(scope, 'organizationEntry', { type: 'organization.entered', organization, path: '/' }),
    },
  })
