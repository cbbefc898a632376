import * as z from 'zod/mini'
import type { ChannelEvent } from '../channel.types.ts'
import { plainText } from './mrkdwn.ts'

const id = z.string().check(z.regex(/^[A-Z0-9]{1,40}$/))
const ts = z.string().check(z.regex(/^\d{1,15}\.\d{1,10}$/))

const Envelope = z.object({
  type: z.literal('event_callback'),
  event: z.looseObject({ type: z.string() }),
  authorizations: z.array(z.object({ team_id: id, user_id: id })),
})

/** There is no authorization any more: it names the bot instead. An uninstalled app sends it, too. */
const Revoked = z.object({
  type: z.literal('event_callback'),
  team_id: id,
  event: z.object({
    type: z.literal('tokens_revoked'),
    tokens: z.object({ bot: z.array(id).check(z.minLength(1)) }),
  }),
})

const CodedText = z.object({
  type: z.enum(['app_mention', 'message']),
  channel: id,
  channel_type: z.optional(z.string()),
  user: id,
  text: z.string(),
  ts,
  thread_ts: z.optional(ts),
  files: z._default(z.array(z.unknown()), []),
  /** Edits, deletions, joins and posts by programs are not questions. */
  subtype: z.optional(z.enum(['file_share', 'thread_broadcast'])),
  bot_id: z.optional(z.undefined()),
})

const Reacted = z.object({
  type: z.enum(['reaction_added', 'reaction_removed']),
  user: id,
  reaction: z.string(),
  item: z.object({ type: z.literal('message'), channel: id, ts }),
})

const THUMBS: Readonly<Record<string, 'up' | 'down'>> = {
  '+1': 'up',
  thumbsup: 'up',
  '-1': 'down',
  thumbsdown: 'down',
}

const written = (
  { channel, channel_type, user, text, ts: at, thread_ts, files }: z.output<typeof CodedText>,
  own: string,
): ChannelEvent[] => {
  const isDirect = channel_type === 'im'
  const content = plainText(text, own)
  if (user === own || (content === '' && files.length === 0)) return []
  const thread = thread_ts ?? (isDirect ? '' : at)
  return [
    {
      kind: 'written',
      // A mention arrives twice: as such, and as a channel message.
      key: `${channel}:${at}`,
      sender: user,
      thread: `${channel}:${thread}`,
      isEndless: thread === '',
      text: content,
      place: { channel, thread_ts: thread, attachments: files.length > 0 ? 'unread' : '' },
      isAddressed: isDirect || text.includes(`<@${own}>`),
    },
  ]
}

/** The workspace and the bot that an event is for. */
export const accountOf = (body: unknown): string | null => {
  const { team_id, event } = Revoked.safeParse(body).data ?? {}
  if (event) return `${team_id}:${event.tokens.bot[0]}`
  const [to] = Envelope.safeParse(body).data?.authorizations ?? []
  return to ? `${to.team_id}:${to.user_id}` : null
}

/** The content of a Slack event; empty if it asks nothing. */
export const eventsOf = (body: unknown): ChannelEvent[] => {
  if (Revoked.safeParse(body).success) return [{ kind: 'revoked' }]
  const envelope = Envelope.safeParse(body).data
  const own = envelope?.authorizations[0]?.user_id
  if (!envelope || !own) return []
  const { event } = envelope
  const said = CodedText.safeParse(event)
  if (said.success) return written(said.data, own)
  const reacted = Reacted.safeParse(event).data
  const thumb = THUMBS[reacted?.reaction.split('::')[0] ?? '']
  if (!reacted || !thumb) return []
  const { item, user, type } = reacted
  const rating = type === 'reaction_added' ? thumb : null
  return [{ kind: 'rated', answer: `${item.channel}:${item.ts}`, sender: user, rating }]
}
