import { createHmac } from 'node:crypto'
import { controlsOf, startService, TOKEN } from './service.ts'

export const SIGNING_SECRET = 'signing-secret-of-the-tests'
const BOT = 'U0LECTERN'
/** A person of another company, in a shared channel: Slack tells no address. */
export const STRANGER = 'U0STRANGER'

export type Posted = { channel: string; thread_ts?: string; text: string; ts: string }

/** Slack's Web API and Events API, as their public reference describes them. */
export const startSlack = async (team = 'T0ACME') => {
  const posted: Posted[] = []
  const service = await startService(
    ({ request, url, body, send }) => {
      const refuse = (error: string) => send({ ok: false, error })
      if (service.state.isRefused) return refuse('token_revoked')
      if (request.headers.authorization !== `Bearer ${TOKEN}`) return refuse('invalid_auth')
      switch (url.pathname) {
        case '/api/auth.test':
          return send({ ok: true, team_id: team, team: 'Acme', user_id: BOT, user: 'lectern', bot_id: 'B01' })
        case '/api/users.info': {
          const user = url.searchParams.get('user') ?? ''
          const email = user === STRANGER ? {} : { email: `${user.toLowerCase()}@acme.test` }
          const profile = { real_name: `Person ${user}`, ...email }
          return send({ ok: true, user: { id: user, name: user, profile } })
        }
        case '/api/chat.postMessage': {
          const message = body as Omit<Posted, 'ts'>
          if (message.channel === 'C0GONE') return refuse('channel_not_found')
          const ts = `1800000000.${String(posted.length).padStart(6, '0')}`
          posted.push({ ...message, ts })
          return send({ ok: true, channel: message.channel, ts, message })
        }
        default:
          return refuse('unknown_method')
      }
    },
    ({ pathname }) => pathname === '/api/chat.postMessage',
  )

  let written = 0
  const envelope = (event: object) => ({
    token: 'legacy',
    team_id: team,
    api_app_id: 'A01',
    type: 'event_callback',
    event_id: `Ev${++written}`,
    event_time: Math.floor(Date.now() / 1000),
    authorizations: [{ enterprise_id: null, team_id: team, user_id: BOT, is_bot: true }],
    event,
  })
  const ts = () => `17000${String(++written).padStart(5, '0')}.000100`

  return {
    ...controlsOf(service),
    url: `http://slack.test:${service.port}`,
    bot: BOT,
    posted,
    ts,
    envelope,
    /** Sends an event like Slack; returns the status of the response. */
    async deliver(
      server: string,
      body: object,
      { secret = SIGNING_SECRET, at = Math.floor(Date.now() / 1000), headers = {} } = {},
    ) {
      const text = JSON.stringify(body)
      const signature = createHmac('sha256', secret).update(`v0:${at}:${text}`).digest('hex')
      const answer = await fetch(`${server}/api/v1/channels/slack/events`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-slack-request-timestamp': String(at),
          'x-slack-signature': `v0=${signature}`,
          ...headers,
        },
        body: text,
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },
  }
}
