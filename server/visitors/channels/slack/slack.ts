import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { fetchFailure } from '../../../kernel/fetching/fetch-failure.ts'
import { isSameText } from '../../../kernel/secrets.ts'
import { channel } from '../channel.types.ts'
import { accountOf, eventsOf } from './events.ts'
import { messageOf } from './mrkdwn.ts'

/** The Slack app's permissions, and the address that Slack sends to. */
const manifest = (address: string) =>
  JSON.stringify(
    {
      display_information: { name: 'Lectern', description: 'Answers from what your team has written' },
      features: {
        bot_user: { display_name: 'lectern', always_online: true },
        app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      },
      oauth_config: {
        scopes: {
          bot: [
            'app_mentions:read',
            'channels:history',
            'chat:write',
            'groups:history',
            'im:history',
            'reactions:read',
            'users:read',
            'users:read.email',
          ],
        },
      },
      settings: {
        event_subscriptions: {
          request_url: address,
          bot_events: [
            'app_mention',
            'message.channels',
            'message.groups',
            'message.im',
            'reaction_added',
            'reaction_removed',
            'tokens_revoked',
          ],
        },
        org_deploy_enabled: false,
        socket_mode_enabled: false,
        token_rotation_enabled: false,
      },
    },
    null,
    2,
  )

/** Maximum age of a request; older ones may have been overheard. */
const VALID_FOR = 5 * 60 // s
const REFUSED = new Set([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'missing_scope',
  'no_permission',
  'not_allowed_token_type',
  'access_denied',
])
const AWAY = new Set([
  'fatal_error',
  'internal_error',
  'service_unavailable',
  'request_timeout',
  'ratelimited',
])

/** Slack refuses with status 200 and an error code. */
const failureNamed = (error: string) => {
  if (REFUSED.has(error)) return fetchFailure('token_refused')
  return fetchFailure(AWAY.has(error) ? 'service_away' : 'item_not_found')
}

const Refused = z.object({ ok: z.literal(false), error: z.string() })
const Whose = z.object({
  ok: z.literal(true),
  team_id: z.string(),
  team: z.string(),
  user_id: z.string(),
  user: z.string(),
})
const Sent = z.object({ ok: z.literal(true), channel: z.string(), ts: z.string() })
const Person = z.object({
  ok: z.literal(true),
  user: z.object({
    real_name: z.optional(z.string()),
    profile: z.optional(z.object({ real_name: z.optional(z.string()), email: z.optional(z.string()) })),
  }),
})

const granted = <Answer extends { ok: true }>(answer: Answer | z.output<typeof Refused>): Answer => {
  if (!answer.ok) throw failureNamed(answer.error)
  return answer
}

const either = <Schema extends z.ZodMiniObject>(schema: Schema) => z.union([schema, Refused])

/** Answers mentions and direct messages. */
export const slack = channel({
  name: 'Slack',
  fields: {
    token: { input: 'secret', label: 'slack.token', hint: 'slack.token.hint' },
    signing_secret: { input: 'secret', label: 'slack.signing_secret', hint: 'slack.signing_secret.hint' },
    url: {
      input: 'url',
      label: 'field.address',
      hint: 'slack.address.hint',
      preset: 'https://slack.com',
    },
  },
  steps: ['slack.steps.create', 'slack.steps.install', 'slack.steps.copy', 'slack.steps.invite'],
  hook: {
    manifest,
    challenge: (body) => {
      const { success, data } = z
        .object({ type: z.literal('url_verification'), challenge: z.string().check(z.maxLength(500)) })
        .safeParse(body)
      return success ? { challenge: data.challenge } : null
    },
    accountOf,
    isSigned(body, headers, { signing_secret: secret }) {
      const at = String(headers['x-slack-request-timestamp'] ?? '')
      if (!secret || !/^\d{1,12}$/.test(at) || Math.abs(Date.now() / 1000 - Number(at)) > VALID_FOR)
        return false
      const right = createHmac('sha256', secret).update(`v0:${at}:`).update(body).digest('hex')
      return isSameText(String(headers['x-slack-signature'] ?? ''), `v0=${right}`)
    },
    events: eventsOf,
  },
  connect({ url, token }, http) {
    const headers = { authorization: `Bearer ${token}` }
    const addressOf = (method: string) => new URL(`/api/${method}`, url).href
    return {
      async account() {
        const { team_id, team, user_id, user } = granted(
          await http.post(addressOf('auth.test'), either(Whose), headers, {}),
        )
        return { account: `${team_id}:${user_id}`, name: `${team} · @${user}` }
      },
      async person(sender) {
        const address = `${addressOf('users.info')}?${new URLSearchParams({ user: sender })}`
        const { user } = granted(await http.json(address, either(Person), headers))
        return { name: user.profile?.real_name || user.real_name || '', email: user.profile?.email ?? '' }
      },
      async send({ channel: to, thread_ts }, reply) {
        const message = {
          channel: to,
          ...(thread_ts && { thread_ts }),
          text: messageOf(reply),
          unfurl_links: false,
          unfurl_media: false,
        }
        const sent = granted(await http.post(addressOf('chat.postMessage'), either(Sent), headers, message))
        return `${sent.channel}:${sent.ts}`
      },
    }
  },
})
