import type { Context } from '../../context.ts'
import { type ConversationRow, isOfVisitor } from '../../conversations/conversations.types.ts'
import { replyMail } from './handover.mails.ts'
import { nameForVisitors } from './handover.presenter.ts'
import type { HandoverRepository } from './handover.repository.ts'
import { chatPathOf, type EntryRow } from './handover.types.ts'
import type { InboxRepository } from './inbox.repository.ts'
import { returnKey } from './return-key.ts'

/** A reply not shown by an open page within this time is mailed. */
const SHOWN_WITHIN = 60_000 // ms
/** After this long without success, mails are not tried again. */
const TRIED_FOR = 3 * 24 * 3_600_000 // ms

type Parts = Pick<Context, 'config' | 'hub' | 'mail' | 'link' | 'log'> & {
  repository: HandoverRepository
  inbox: Pick<InboxRepository, 'item'>
  /** If they wrote from a channel, sends replies there; null if they did not. False: not now. */
  carry: (conversationId: string, reply: EntryRow) => Promise<boolean | null>
}

/** Delivers replies to the person who asked, by channel, open page or mail, until they are accepted. */
export const createReplies = ({ config, hub, mail, link, log, repository, inbox, carry }: Parts) => {
  const bringReplies = async (conversationId: string) => {
    const item = await inbox.item(conversationId)
    const replies = await repository.unseen(conversationId)
    if (!item || replies.length === 0) return
    for (const reply of replies) {
      const isCarried = await carry(conversationId, reply)
      if (isCarried === null) break
      if (!isCarried) return
      await repository.noteSeen([reply.id])
      if (reply === replies.at(-1)) return
    }
    // A channel does not reveal everyone's address.
    if (item.email === '') return
    const path =
      item.requester === 'member'
        ? chatPathOf(item)
        : `/share/integration/${item.integrationId}#reply=${returnKey(config.jwtSecret, conversationId)}`
    mail.send({
      ...replyMail({
        handover: item,
        item,
        replies,
        name: nameForVisitors(replies.at(-1)?.author ?? ''),
        link: link(path),
      }),
      organizationId: item.organizationId,
      settled: async (isTaken) => {
        if (isTaken) await repository.noteSeen(replies.map(({ id }) => id))
      },
    })
  }
  return {
    async bring({ id, visitorId, channel }: ConversationRow) {
      const isGone = isOfVisitor({ channel }) && !(visitorId && (await hub.isOpenTo(visitorId)))
      if (isGone) return bringReplies(id)
      // The hourly sweep mails replies left by a process that ended.
      setTimeout(() => {
        bringReplies(id).catch((error: unknown) => log.warn({ err: error }, 'a reply was not brought'))
      }, SHOWN_WITHIN).unref()
    },

    /** Delivers replies that were waiting for a page when their process ended, or were not accepted. */
    async sweep() {
      const now = Date.now()
      const waiting = await repository.unseenBetween(new Date(now - TRIED_FOR), new Date(now - SHOWN_WITHIN))
      for (const id of waiting) await bringReplies(id)
    },
  }
}

export type Replies = ReturnType<typeof createReplies>
