import { fromCallback, fromPromise } from 'xstate'
import * as z from 'zod/mini'
import { organizationLine } from '../../machines/connection/connections/lines.ts'
import { draftReplyMachine } from '../../machines/visitors/draft-reply.machine.ts'
import { formOf, handoverSettingsMachine } from '../../machines/visitors/handover-settings.machine.ts'
import type { Draft } from '../../machines/visitors/inbox/draft.ts'
import { inboxMachine } from '../../machines/visitors/inbox/inbox.machine.ts'
import {
  type Drafts,
  draftOf,
  type InboxEvent,
  unsentDraft,
} from '../../machines/visitors/inbox/inbox.types.ts'
import { until } from '../browser/until.ts'
import type { WriteServices } from '../cache/idempotent-writes.ts'
import { listen } from '../connection/listen.ts'
import { INBOX_PAGE, INBOX_PAGE_MAX, NewHandoverEntry } from '../contract/handover.ts'
import { asking } from '../contract/operations/asking.ts'
import { handover } from '../contract/operations/handover.ts'
import type { OrganizationMessage } from '../contract/sockets.ts'
import type { UnsentQuestions } from '../conversations/unsent-questions.ts'
import { provideRecord } from '../shared/changes.provide.ts'

/** When a person is offered. */
export const provideHandoverSettings = ({ http, refresh }: Pick<WriteServices, 'http' | 'refresh'>) =>
  provideRecord(handoverSettingsMachine, async (id, body) => {
    const saved = await http.call(handover.changeSettings, { id }, { body })
    refresh()
    return formOf(saved)
  })

/** A reply drafted by the assistant; leaving the inbox stops it. */
export const provideDraftReply = ({ http, withIdempotencyKey }: Omit<WriteServices, 'refresh'>) =>
  draftReplyMachine.provide({
    actors: {
      draft: fromPromise(async ({ input, signal }) => {
        const { id } = await withIdempotencyKey({ draft: input.conversationId }, (idempotencyKey) =>
          http.call(handover.draft, { id: input.conversationId }, { idempotencyKey }),
        )
        const stop = () => void http.call(asking.stop, { id }).catch(() => undefined)
        signal.addEventListener('abort', stop, { once: true })
        if (signal.aborted) stop()
        const message = await until(async () => {
          const seen = await http.call(asking.message, { id }, { signal })
          return seen.status === 'streaming' ? undefined : seen
        }, signal)
        signal.removeEventListener('abort', stop)
        if (message.error) throw Object.assign(new Error('failed'), message.error)
        return message
      }),
    },
  })

/** A person who was writing and sends no more signals has stopped. */
const REPLYING_LASTS = 8_000
/** A writer's signal is repeated after this time. */
const REPORTED_AGAIN_AFTER = 4_000

/** All drafts of an inbox are in one place. */
const placeOf = (organizationId: string) => `inbox ${organizationId}`

const KeptText = z.object({ kind: NewHandoverEntry.shape.kind, content: z.string() })
const Kept = z.extend(KeptText, {
  lost: z.optional(z.extend(KeptText, { seen: z.nullable(z.string()), key: z.string() })),
})

/** Drafts by conversation, as far as what was kept can be read. */
function draftsIn(kept: string): Drafts {
  try {
    return Object.fromEntries(
      Object.entries<unknown>(JSON.parse(kept)).flatMap(([conversationId, draft]) => {
        const { data } = z.safeParse(Kept, draft)
        return data ? [[conversationId, data as Draft]] : []
      }),
    )
  } catch {
    return {}
  }
}

interface InboxServices extends Pick<WriteServices, 'http'> {
  draftReply: typeof draftReplyMachine
  unsent: UnsentQuestions
  now: () => number
}

/** The inbox of an organization, live over its socket. */
export const provideInbox = ({ http, draftReply, unsent, now }: InboxServices) => {
  let reported = { conversationId: '', at: 0 }
  return inboxMachine.provide({
    actors: {
      draftReply,
      live: fromCallback(({ input: { organizationId }, sendBack, ...listener }) => {
        const send = (event: InboxEvent) => sendBack(event)
        const drafts = draftsIn(unsent.of(placeOf(organizationId)))
        if (Object.keys(drafts).length > 0) send({ type: 'drafts.kept', drafts })
        const ends = new Map<string, ReturnType<typeof setTimeout>>()
        const reportReplier = (conversationId: string, userId: string, name: string | null) => {
          clearTimeout(ends.get(conversationId))
          send({ type: 'presence.received', conversationId, userId, name })
          if (name !== null)
            ends.set(
              conversationId,
              setTimeout(() => reportReplier(conversationId, userId, null), REPLYING_LASTS),
            )
        }
        const leave = listen<OrganizationMessage>(listener, organizationLine(organizationId), (liveEvent) => {
          if (liveEvent.type === 'live.opened') send({ type: 'live.opened' })
          if (liveEvent.type !== 'live.received') return
          const { type, data } = liveEvent.message
          if (type === 'handover_update')
            send({ type: 'update.received', conversationId: data.conversation_id })
          if (type === 'handover_presence')
            reportReplier(data.conversation_id, data.user_id, data.replying ? data.name : null)
        })
        return () => {
          leave()
          for (const end of ends.values()) clearTimeout(end)
        }
      }),
      readList: fromPromise(({ input: { organizationId, wanted = 0, ...query }, signal }) => {
        const limit = Math.min(Math.max(wanted, INBOX_PAGE), INBOX_PAGE_MAX)
        return http.call(handover.inbox, { organizationId }, { query: { ...query, limit }, signal })
      }),
      readDetail: fromPromise(({ input, signal }) =>
        http.call(handover.detail, { id: input.conversationId }, { signal }),
      ),
      change: fromPromise(({ input }) =>
        http.call(handover.change, { id: input.conversationId }, { body: input.patch }),
      ),
      write: fromPromise(async ({ input: { conversationId, entry } }) => {
        const { key: idempotencyKey, ...body } = entry
        await http.call(handover.write, { id: conversationId }, { body, idempotencyKey })
        return { conversationId }
      }),
    },
    actions: {
      // Only this draft: an inbox that was left while it sends may end after another was opened.
      keepDrafts: ({ context }, { conversationId }) => {
        if (conversationId === null) return
        const place = placeOf(context.organizationId)
        const { [conversationId]: _, ...others } = draftsIn(unsent.of(place))
        const draft = unsentDraft(context, conversationId)
        const kept = draft.content.trim() === '' ? others : { ...others, [conversationId]: draft }
        unsent.keep(place, Object.keys(kept).length === 0 ? '' : JSON.stringify(kept))
      },
      reportReplying: ({ context: { drafts } }, { conversationId }) => {
        const { kind, content } = draftOf({ drafts, conversationId })
        if (conversationId === null || kind !== 'reply') return
        const isSame =
          reported.conversationId === conversationId && now() - reported.at < REPORTED_AGAIN_AFTER
        if (isSame || content === '') return
        reported = { conversationId, at: now() }
        // Presence is a courtesy: nothing depends on it.
        http
          .call(handover.reportReplying, { id: conversationId }, { body: { replying: true } })
          .catch(() => undefined)
      },
    },
  })
}
