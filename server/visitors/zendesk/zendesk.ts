import * as z from 'zod/mini'
import { fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { GuardedHttp } from '../../kernel/fetching/guarded-http.ts'
import { digestOf } from '../../kernel/secrets.ts'
import { createServiceHttp } from '../../knowledge/connectors/service-http.ts'
import type { HostTurns } from '../../knowledge/crawling/host-turns.ts'

/** A Zendesk agent who creates tickets. */
export type ZendeskAgent = { url: string; email: string; token: string }

type NewTicket = {
  subject: string
  /** Only for agents: none of it is mailed to the requester. */
  body: string
  requester: { name: string; email: string }
  conversationId: string
  /** The same for every attempt at a request, so that no attempt creates a second ticket. */
  key: string
}

const Me = z.object({ user: z.object({ id: z.nullable(z.number()) }) })
const Made = z.object({ ticket: z.object({ id: z.number() }) })
const MadeBefore = z.object({ error: z.literal('IdempotentRequestError') })

export type Zendesk = ReturnType<typeof createZendesk>

/** Zendesk, through its public API (v2). */
export const createZendesk = ({
  guarded,
  turns,
}: {
  guarded: Pick<GuardedHttp, 'check' | 'fetch'>
  turns: HostTurns
}) => {
  const http = ({ email, token }: ZendeskAgent, signal: AbortSignal) =>
    createServiceHttp({ fetch: guarded.fetch, turns, signal, credential: digestOf(`${email} ${token}`) })
  const at = ({ url }: ZendeskAgent, path: string) => new URL(`/api/v2/${path}`, url).href
  const headers = ({ email, token }: ZendeskAgent) => ({
    authorization: `Basic ${Buffer.from(`${email}/token:${token}`).toString('base64')}`,
  })
  return {
    check: guarded.check,

    /** @throws FetchFailure if the agent cannot log in there */
    async verify(agent: ZendeskAgent, signal: AbortSignal) {
      const { user } = await http(agent, signal).json(at(agent, 'users/me.json'), Me, headers(agent))
      if (user.id === null) throw fetchFailure('token_refused')
    },

    /**
     * The number of a new ticket; null if an earlier attempt has made it: its answer was lost, and the conversation has
     * changed since, so Zendesk refuses the key. @throws FetchFailure
     */
    async makeTicket(agent: ZendeskAgent, ticket: NewTicket, signal: AbortSignal) {
      const { subject, body, requester, conversationId, key } = ticket
      const made = await http(agent, signal).post(
        at(agent, 'tickets.json'),
        z.union([Made, MadeBefore]),
        { ...headers(agent), 'idempotency-key': key },
        {
          ticket: {
            subject,
            comment: { body, public: false },
            requester,
            external_id: conversationId,
            tags: ['lectern'],
          },
        },
        [400],
      )
      return 'ticket' in made ? made.ticket.id : null
    },
  }
}
