import type { IngestionError } from '../../../src/services/contract/documents.ts'
import type { Context } from '../../context.ts'
import type { MessageRow } from '../../conversations/conversations.types.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import { startFairQueue } from '../../kernel/jobs/fair-queue.ts'
import { textOf, translated } from '../../kernel/mail/letter.ts'
import { requestMail } from '../handover/handover.mails.ts'
import type { HandoverRepository } from '../handover/handover.repository.ts'
import type { ItemRow } from '../handover/handover.types.ts'
import type { InboxRepository } from '../handover/inbox.repository.ts'
import type { Agents } from './agents.ts'
import type { TicketRow, TicketsRepository } from './tickets.repository.ts'
import type { Zendesk } from './zendesk.ts'

const LOOK_EVERY = 1_000 // ms
const AT_ONCE = 4
/** Services that do not answer fill no places. */
const LONG = { after: 5_000, max: 16 } // ms
/** The pause after each attempt; after the last, the request waits in the inbox. */
const PAUSES = [MINUTE / 2, 5 * MINUTE, 30 * MINUTE]
/** Failures that a retry would not change. */
const FINAL: readonly string[] = ['token_refused', 'secrets_lost', 'changed_shape', 'item_not_found']

type Parts = Pick<Context, 'hub' | 'link' | 'log'> & {
  tickets: TicketsRepository
  agents: Agents
  zendesk: Zendesk
  repository: Pick<HandoverRepository, 'settings' | 'entries'>
  inbox: Pick<InboxRepository, 'item'>
  /** In the form that may be shown to others. */
  messages: { of(conversationId: string): Promise<MessageRow[]> }
  waitInInbox: (conversationId: string) => Promise<void>
}

/** Creates due tickets, in every process: each is taken by one. */
export const startTickets = (parts: Parts) => {
  const { tickets, agents, zendesk, repository, inbox, messages, waitInInbox, hub, link, log } = parts
  const ended = new AbortController()

  const make = async ({ conversationId, requestId }: TicketRow, integrationId: string) => {
    const settings = await repository.settings(integrationId)
    const agent = agents.open(settings, await tickets.token(integrationId))
    const item = await inbox.item(conversationId)
    if (!item) return null
    const path = item.inInbox ? '/inbox' : '/conversations'
    const mail = requestMail({
      item,
      messages: await messages.of(conversationId),
      entries: await repository.entries(conversationId, ['visitor']),
      to: '',
      language: settings.language,
      link: link(`${path}?conversation=${conversationId}`),
      isAnswered: false,
    })
    const letter = translated(mail, settings.language)
    return zendesk.makeTicket(
      agent,
      {
        subject: letter.subject,
        // Agents copy text whose links mail programs must not detect.
        body: textOf(letter).replaceAll('\u200b', ''),
        requester: { name: item.name || item.email, email: item.email },
        conversationId,
        key: requestId,
      },
      ended.signal,
    )
  }

  const note = async ({ integrationId: id, organizationId }: ItemRow, failure: IngestionError | null) => {
    const hasChanged = await tickets.noteFailure(id, failure)
    if (hasChanged) hub.publish(`organization:${organizationId}`, 'integration_update', { id })
  }

  const work = async (row: TicketRow) => {
    const item = await inbox.item(row.conversationId)
    if (!item) return
    try {
      const ticketId = await make(row, item.integrationId)
      await tickets.settle(row, { status: 'made', ticketId })
      await note(item, null)
    } catch (error) {
      if (ended.signal.aborted) return
      const reason = error instanceof FetchFailure ? error.reason : null
      if (reason) await note(item, reason)
      else log.error({ err: error }, 'a ticket could not be created')
      const pause = reason && FINAL.includes(reason.code) ? undefined : PAUSES[row.attempts - 1]
      if (pause !== undefined)
        return void (await tickets.settle(row, { nextTryAt: new Date(Date.now() + pause) }))
      // A ticket that has failed is not looked at again: before that, the request is where people see it.
      await waitInInbox(row.conversationId)
      await tickets.settle(row, { status: 'failed' })
    }
  }

  const queue = startFairQueue({
    places: AT_ONCE,
    long: LONG,
    pollEvery: LOOK_EVERY,
    groups: tickets.waitingOrganizations,
    claim: tickets.take,
    work,
    log,
  })
  // Unfinished tickets are taken up by another process, or at the next start.
  return { close: () => queue.stop(async () => ended.abort()) }
}
