import { isConnected } from '../../../src/services/contract/conversations.ts'
import type { Context } from '../../context.ts'
import { type ConversationRow, isOfVisitor } from '../../conversations/conversations.types.ts'
import { DAY, HOUR, MINUTE } from '../../kernel/durations.ts'
import { createFairPlaces } from '../../kernel/jobs/fair-places.ts'
import { digestOf } from '../../kernel/secrets.ts'
import { replyMail } from './handover.mails.ts'
import { nameForVisitors } from './handover.presenter.ts'
import type { HandoverRepository } from './handover.repository.ts'
import { chatPathOf, type EntryRow, type ItemRow, inboxPathOf } from './handover.types.ts'
import type { InboxRepository } from './inbox.repository.ts'
import { returnKey } from './return-key.ts'

/** A reply not shown by an open page within this time is mailed. */
const SHOWN_WITHIN = MINUTE
/** After this long without success, a reply is given up. */
const TRIED_FOR = 3 * DAY
/** An address is typed by anyone, and never confirmed: further replies go together in one mail of a later sweep. */
const MAILS_PER_ADDRESS = { ofOrganization: 10, ofAll: 40, within: HOUR } // ms

type Parts = Pick<
  Context,
  'config' | 'counts' | 'hub' | 'mail' | 'link' | 'background' | 'database' | 'notifications' | 'log'
> & {
  repository: HandoverRepository
  inbox: Pick<InboxRepository, 'item' | 'team'>
  /** If they wrote from a channel, sends replies there; null if they did not, or its place is gone. False: not now. */
  carry: (conversationId: string, reply: EntryRow) => Promise<boolean | null>
}

type Brought = Pick<ConversationRow, 'id' | 'channel'>

/**
 * Deliveries at once, of each kind: a mail server that does not answer holds up no channel. In total and for one
 * organization; each holds one of the few long locks of its process.
 */
const AT_ONCE = { places: 2, perGroup: 1 }

/** Delivers replies to the person who asked, by channel, open page or mail, until they are accepted. */
export const createReplies = ({
  config,
  counts,
  hub,
  mail,
  link,
  background,
  database,
  notifications,
  log,
  repository,
  inbox,
  carry,
}: Parts) => {
  const places = { channel: createFairPlaces(AT_ONCE), mail: createFairPlaces(AT_ONCE) }
  /** Conversations whose next delivery has not begun: it brings whatever is written until then. */
  const waiting = new Set<string>()

  /** Tells the authors, or the team if none of them can reply any more: no page shows a conversation of a channel, and a channel does not reveal everyone's address. */
  const giveUp = async (item: ItemRow, replies: EntryRow[]) => {
    const { conversationId, organizationId, assistant, title } = item
    log.warn({ conversationId }, 'a reply could not be delivered')
    await repository.noteSeen(replies.map(({ id }) => id))
    const team = await inbox.team(item)
    const authors = team.filter((id) => replies.some(({ authorId }) => authorId === id))
    await notifications.notify({
      userIds: authors.length > 0 ? authors : team,
      organizationId,
      type: 'handover_reply_failure',
      values: { assistant, title },
      link: inboxPathOf(item),
    })
  }

  /** Mails to an address in this hour, of the organization and of all; adds `by`. */
  const mailed = ({ email, organizationId }: ItemRow, by: 0 | 1) =>
    Promise.all(
      [organizationId, 'all'].map(async (sender) => {
        const key = digestOf(`handover reply ${sender} ${email.toLowerCase()}`)
        return (await counts.add(key, MAILS_PER_ADDRESS.within, by)).current
      }),
    )

  const mayMail = async (item: ItemRow) => {
    if (!config.rateLimits) return true
    const [ofOrganization = 0, ofAll = 0] = await mailed(item, 0)
    return ofOrganization < MAILS_PER_ADDRESS.ofOrganization && ofAll < MAILS_PER_ADDRESS.ofAll
  }

  const mailReplies = async (item: ItemRow, replies: EntryRow[]) => {
    const path =
      item.requester === 'member'
        ? chatPathOf(item)
        : `/share/integration/${item.integrationId}#reply=${returnKey(config.jwtSecret, item.conversationId)}`
    const letter = replyMail({
      handover: item,
      item,
      replies,
      name: nameForVisitors(replies.at(-1)?.author ?? ''),
      link: link(path),
    })
    const isTaken = await new Promise<boolean>((resolve) => {
      const { organizationId } = item
      mail.send({ ...letter, organizationId, settled: async (isTaken) => resolve(isTaken) })
    })
    if (!isTaken) return
    await mailed(item, 1)
    await repository.noteSeen(replies.map(({ id }) => id))
  }

  const bringReplies = async ({ id, channel }: Brought, item: ItemRow) => {
    // Their page alone can show them.
    if (item.email === '' && !isConnected(channel)) return
    const replies = await repository.unseen(id)
    const triedSince = new Date(Date.now() - TRIED_FOR)
    const late = replies.filter(({ createdAt }) => createdAt < triedSince)
    if (late.length > 0) await giveUp(item, late)
    const left: EntryRow[] = []
    for (const reply of replies.slice(late.length)) {
      const isCarried = await carry(id, reply)
      if (isCarried === false) break
      if (isCarried) await repository.noteSeen([reply.id])
      else left.push(reply)
    }
    if (left.length === 0) return
    if (item.email === '') await giveUp(item, left)
    else if (await mayMail(item)) await mailReplies(item, left)
  }

  /** One delivery of a conversation after the other: what the first delivers, the next does not repeat. */
  const bringInTurn = ({ id, channel }: Brought) => {
    if (waiting.has(id)) return
    waiting.add(id)
    let isWaiting = true
    const begin = () => {
      if (isWaiting) waiting.delete(id)
      isWaiting = false
    }
    background.run('bringing a reply', async () => {
      try {
        const item = await inbox.item(id)
        if (!item) return
        await places[isConnected(channel) ? 'channel' : 'mail'].run(item.organizationId, async () => {
          // The hourly sweep of another process brings what has not begun.
          if (background.isEnding()) return
          await database.withLongLock(`replies ${id}`, () => {
            begin()
            return bringReplies({ id, channel }, item)
          })
        })
      } finally {
        begin()
      }
    })
  }

  return {
    async bring(conversation: ConversationRow) {
      const { visitorId } = conversation
      const isGone = isOfVisitor(conversation) && !(visitorId && (await hub.isOpenTo(visitorId)))
      if (isGone) return bringInTurn(conversation)
      // The hourly sweep mails replies left by a process that ended.
      setTimeout(() => bringInTurn(conversation), SHOWN_WITHIN).unref()
    },

    /** Delivers replies that were waiting for a page when their process ended, or were not accepted. */
    async sweep() {
      const unseen = await repository.unseenBefore(new Date(Date.now() - SHOWN_WITHIN))
      unseen.forEach(bringInTurn)
    },
  }
}

export type Replies = ReturnType<typeof createReplies>
