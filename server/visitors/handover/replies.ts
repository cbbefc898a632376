import type { Context } from '../../context.ts'
import { type ConversationRow, isOfVisitor } from '../../conversations/conversations.types.ts'
import { replyMail } from './handover.mails.ts'
import { nameForVisitors } from './handover.presenter.ts'
import type { HandoverRepository } from './handover.repository.ts'
import { chatPathOf } from './handover.types.ts'
import type { InboxRepository } from './inbox.repository.ts'
import { returnKey } from './return-key.ts'

/** A reply that an open page has not shown by then is mailed. */
const SHOWN_WITHIN = 60_000 // ms
/** What no mail server takes for so long is not tried again. */
const TRIED_FOR = 3 * 24 * 3_600_000 // ms

type Parts = Pick<Context, 'config' | 'hub' | 'mail' | 'link' | 'log'> & {
  repository: HandoverRepository
  inbox: Pick<InboxRepository, 'item'>
}

/** Brings replies to whoever asked: by their open page, else by mail. One that is written is mailed until it is taken. */
export const createReplies = ({ config, hub, mail, link, log, repository, inbox }: Parts) => {
  const mailReplies = async (conversationId: string) => {
    const item = await inbox.item(conversationId)
    const replies = await repository.unseen(conversationId)
    if (!item || replies.length === 0) return
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
    async mailUnlessShown({ id, visitorId, channel }: ConversationRow) {
      const isGone = isOfVisitor({ channel }) && !(visitorId && (await hub.isOpenTo(visitorId)))
      if (isGone) return mailReplies(id)
      // What a process takes with it at its end, the hourly sweep mails.
      setTimeout(() => {
        mailReplies(id).catch((error: unknown) => log.warn({ err: error }, 'a reply was not mailed'))
      }, SHOWN_WITHIN).unref()
    },

    /** Mails replies that were waiting for a page when their process ended, or that no mail server took. */
    async sweep() {
      const now = Date.now()
      const waiting = await repository.unseenBetween(new Date(now - TRIED_FOR), new Date(now - SHOWN_WITHIN))
      for (const id of waiting) await mailReplies(id)
    },
  }
}

export type Replies = ReturnType<typeof createReplies>
