import type { FastifyPluginAsync } from 'fastify'
import { ConnectedKind } from '../../../src/services/contract/conversations.ts'
import { notFound, refusal } from '../../kernel/errors.ts'
import { boundedJson } from '../../kernel/fetching/bounded-json.ts'
import { takeRawJson } from '../../kernel/http/bodies.ts'
import type { Access } from './access.ts'
import { eventsPath } from './channels.routes.ts'
import type { ChannelsService } from './channels.service.ts'
import { CHANNELS } from './channels.ts'
import type { Receive } from './receive.ts'

const BODY_MAX = 256 * 1024
/** A busy workspace sends every message in the assistant's channels, from few addresses. */
const EVENTS_PER_MINUTE = 6_000

type Parts = { channels: Pick<ChannelsService, 'ofAccount'>; access: Access; receive: Receive }

const parsed = (body: Buffer): unknown => {
  try {
    return boundedJson(body)
  } catch {
    throw refusal('bad_event')
  }
}

/** Receives messages to assistants from services. */
export const eventRoutes =
  ({ channels, access, receive }: Parts): FastifyPluginAsync =>
  async (app) => {
    takeRawJson(app, BODY_MAX)
    app.post<{ Params: { kind: string } }>(
      eventsPath(':kind'),
      {
        config: { public: true, rateLimit: { max: EVENTS_PER_MINUTE } },
        schema: { hide: true },
      },
      async ({ params, body: raw, headers }) => {
        const kind = ConnectedKind.safeParse(params.kind).data
        const hook = kind && CHANNELS[kind].hook
        if (!hook) throw notFound()
        if (!Buffer.isBuffer(raw)) throw refusal('bad_event')
        const body = parsed(raw)
        const challenge = hook.challenge(body)
        if (challenge) return challenge
        const account = hook.accountOf(body)
        const candidates = account === null ? [] : await channels.ofAccount(kind, account)
        const channel = candidates.find((one) => hook.isSigned(raw, headers, access.secretsOf(one)))
        // The same response for an unconnected account: callers learn nothing.
        if (!channel) throw refusal('bad_event')
        for (const event of hook.events(body)) await receive(channel, event)
        return {}
      },
    )
  }
