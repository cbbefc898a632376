import { describe, expect, it } from 'vitest'
import { messageOf, plainText } from '../../../server/visitors/channels/slack/mrkdwn.ts'
import { TOKEN } from '../../harness/service.ts'
import { SIGNING_SECRET, startSlack } from '../../harness/slack.ts'
import { describeChannel, describeFolder, type TestChannel } from './kit.ts'

const PLACE = 'C0HELP'

const start = async (): Promise<TestChannel> => {
  const slack = await startSlack()
  const [grace, rosa] = ['U0GRACE', 'U0ROSA']
  const withFile = { subtype: 'file_share', files: [{ id: 'F01', name: 'boots.jpg' }] }
  const message = (user: string, text: string, ts: string, more: object = {}) => ({
    type: 'message',
    channel: PLACE,
    channel_type: 'channel',
    user,
    text,
    ts,
    ...more,
  })
  return {
    ...slack,
    kind: 'slack',
    ports: [slack.port],
    settings: { url: slack.url, token: TOKEN, signing_secret: SIGNING_SECRET },
    secrets: ['token', 'signing_secret'],
    refusal: 'token_refused',
    claim: { url: slack.url.replace('//', '//claims.'), token: TOKEN, signing_secret: `${SIGNING_SECRET}x` },
    badDay: (waits) =>
      slack.badDay(waits && ((_request, response) => void (waits() || response.writeHead(500).end()))),
    people: [
      { id: grace, email: 'u0grace@acme.test' },
      { id: rosa, email: 'u0rosa@acme.test' },
    ],
    async say(server, { text, sender = grace, thread, hasFile }) {
      const ts = slack.ts()
      const written = message(sender, `<@${slack.bot}> ${text}`, ts, {
        ...(thread && { thread_ts: thread }),
        ...(hasFile && withFile),
      })
      const mention = slack.envelope({ ...written, type: 'app_mention', channel_type: undefined })
      // As Slack does where the assistant also reads the channel.
      await slack.deliver(server, slack.envelope(written))
      const { status } = await slack.deliver(server, mention)
      const headers = { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' }
      return {
        status,
        thread: thread ?? ts,
        again: async () => (await slack.deliver(server, mention, { headers })).status,
      }
    },
    async goOn(server, { text, sender = grace, thread, hasFile }) {
      const more = { thread_ts: thread, ...(hasFile && withFile) }
      const { status } = await slack.deliver(server, slack.envelope(message(sender, text, slack.ts(), more)))
      expect(status).toBe(200)
    },
    forged: Object.fromEntries(
      Object.entries({
        'another secret': () => ({ secret: 'guessed' }),
        'too old': () => ({ at: Math.floor(Date.now() / 1000) - 301 }),
        'from the future': () => ({ at: Math.floor(Date.now() / 1000) + 400 }),
        'no signature': () => ({ headers: { 'x-slack-signature': '' } }),
        'no time': () => ({ headers: { 'x-slack-request-timestamp': 'now' } }),
      }).map(([what, options]) => [
        what,
        async (server: string) => {
          const event = message(grace, `<@${slack.bot}> Hello?`, slack.ts())
          return (await slack.deliver(server, slack.envelope(event), options())).status
        },
      ]),
    ),
    async noise(server) {
      const mention = `<@${slack.bot}> Hello?`
      for (const event of [
        message(slack.bot, mention, slack.ts()),
        message(grace, mention, slack.ts(), { bot_id: 'B02' }),
        message(grace, mention, slack.ts(), { subtype: 'message_changed' }),
        message(grace, 'Not for the assistant', slack.ts()),
        message(grace, `<@${slack.bot}>`, slack.ts()),
        { type: 'channel_archive', channel: PLACE, user: grace },
        { type: 'tokens_revoked', tokens: { oauth: [grace], bot: [] } },
        {
          type: 'reaction_added',
          user: grace,
          reaction: 'eyes',
          item: { type: 'message', channel: PLACE, ts: slack.ts() },
        },
        { type: 'message', channel: { id: 7 } },
      ])
        expect((await slack.deliver(server, slack.envelope(event))).status).toBe(200)
    },
    async rate(server, { key }, user, rating) {
      const [channel, ts] = key.split(':')
      const type = rating ? 'reaction_added' : 'reaction_removed'
      const item = { type: 'message', channel, ts }
      await slack.deliver(
        server,
        slack.envelope({ type, user, reaction: '+1::skin-tone-4', item, item_user: slack.bot }),
      )
    },
    async revoke(server) {
      const event = { type: 'tokens_revoked', tokens: { oauth: [grace], bot: [slack.bot] } }
      // There is none any more.
      const revoked = { ...slack.envelope(event), authorizations: undefined }
      expect((await slack.deliver(server, revoked)).status).toBe(200)
    },
    sent: () =>
      slack.posted.map(({ channel, ts, thread_ts, text }) => ({
        key: `${channel}:${ts}`,
        thread: thread_ts ?? '',
        text,
      })),
  }
}

describeFolder('slack')
describeChannel('[42.2] Slack', start)

describe('[42.2] a text of Slack', () => {
  it.each([
    ['<@U1> How long?', 'How long?'],
    [
      'See <https://a.example/x|the page> &amp; <https://b.example>',
      'See https://a.example/x & https://b.example',
    ],
    ['In <#C1|help>, <@U2|ann> said 1 &lt; 2', 'In help, ann said 1 < 2'],
    ['<!here> Is anybody there?', 'here Is anybody there?'],
  ])('%j is read as %j', (text, read) => expect(plainText(text, 'U1')).toBe(read))

  it('is written from Markdown, and calls nobody', () => {
    const text =
      '## Returns\n\n**Thirty days**, see [the page](https://a.example/x?a=1&b=2) <!channel> [1]\n- one\n```js\n<b>**x**</b>\n```'
    const sources = [
      { title: 'a|b.md', url: 'https://a.example/?q=|' },
      { title: 'c.md', url: null },
    ]
    expect(messageOf({ text, sources, author: null })).toBe(
      '*Returns*\n\n*Thirty days*, see <https://a.example/x?a=1&amp;b=2|the page> &lt;!channel&gt; [1]\n• one\n```\n&lt;b&gt;**x**&lt;/b&gt;\n```\n\n[1] <https://a.example/?q=%7C|a¦b.md>\n[2] c.md',
    )
    expect(messageOf({ text: 'Hello', sources: [], author: 'Ann' })).toBe('*Ann:* Hello')
  })
})
