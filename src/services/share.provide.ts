import { type AnyActorRef, fromCallback, fromPromise } from 'xstate'
import { answerFeedbackMachine, type Saving } from '../machines/answer-feedback/answer-feedback.machine.ts'
import { conversationMachine } from '../machines/conversation/conversation.machine.ts'
import type { Asking, ConversationEvent, Wanted } from '../machines/conversation/conversation.types.ts'
import { shareMachine } from '../machines/share/share.machine.ts'
import type { Reason, ShareEvent } from '../machines/share/share.types.ts'
import { visitsMachine } from '../machines/visits/visits.machine.ts'
import type { Conversation } from './contract/conversations.ts'
import type { ShareAsked } from './contract/share.ts'
import { SHARE_REFUSALS } from './contract/share.ts'
import { HttpError } from './http/errors.ts'
import { listenForAnswers } from './listen-for-answers.ts'
import type { Live } from './live.ts'
import type { ShareApi } from './share-api.ts'

interface Services {
  api: ShareApi
  live: Live
  id: string
  tab: Window
  now: () => number
}

export const SHARE = 'share'

const SECOND = 1000
const DEFAULT_WAIT = 60

const REASONS: Readonly<Record<string, Reason>> = {
  [SHARE_REFUSALS.visitor]: 'visitor_limit',
  [SHARE_REFUSALS.budget]: 'over_budget',
  [SHARE_REFUSALS.paused]: 'paused',
  [SHARE_REFUSALS.expired]: 'expired',
  rate_limited: 'pace',
  not_found: 'gone',
}

/** The next midnight in UTC, when the day's questions begin anew. */
const midnightAfter = (now: number) => {
  const day = 24 * 60 * 60 * SECOND
  return (Math.floor(now / day) + 1) * day
}

/** What a refused question says of the page; null when it says nothing. */
export const refusalOf = (error: unknown, now: number): ShareEvent | null => {
  const reason = error instanceof HttpError ? REASONS[error.code] : undefined
  if (!(error instanceof HttpError) || reason === undefined) return null
  const waitUntil = reason === 'pace' ? now + (error.retryAfter ?? DEFAULT_WAIT) * SECOND : midnightAfter(now)
  return { type: 'question.refused', reason, waitUntil, now }
}

/** The public page, its conversation, and the visitor's list of them. The root is started as `SHARE`. */
export const provideShare = ({ api, live, id, tab, now }: Services) => {
  const page = (system: AnyActorRef['system']) => system.get(SHARE) as AnyActorRef | undefined

  /** Tells the page what an answer of the server says about its visitor. */
  const told = async (system: AnyActorRef['system'], asked: Promise<ShareAsked>) => {
    try {
      const { budget, ...rest } = await asked
      page(system)?.send({ type: 'budget.changed', budget } satisfies ShareEvent)
      return rest
    } catch (error) {
      const refusal = refusalOf(error, now())
      if (refusal) page(system)?.send(refusal)
      throw error
    }
  }

  const conversation = conversationMachine.provide({
    actors: {
      live: fromCallback<ConversationEvent, { integrationId: string }>(({ sendBack }) => {
        let stop: (() => void) | null = null
        let ended = false
        void api.known().then(() => {
          if (ended) return
          stop = listenForAnswers(live, { id, path: `/api/ws/share/${id}` }, sendBack)
        })
        return () => {
          ended = true
          stop?.()
        }
      }),
      loadConversation: fromPromise(async ({ input, signal }: { input: Wanted; signal: AbortSignal }) => {
        if (input.id !== null) return api.conversation(input.id, signal)
        const [latest] = await api.conversations(signal)
        return latest ? api.conversation(latest.id, signal) : null
      }),
      ask: fromPromise(({ input, system }: { input: Asking; system: AnyActorRef['system'] }) =>
        told(system, api.ask(input.content, input.conversationId)),
      ),
      stop: fromPromise(({ input }: { input: { messageId: string } }) => api.stop(input.messageId)),
      retry: fromPromise(
        async ({ input, system }: { input: { messageId: string }; system: AnyActorRef['system'] }) =>
          (await told(system, api.retry(input.messageId))).answer,
      ),
      loadMessage: fromPromise(({ input, signal }: { input: { messageId: string }; signal: AbortSignal }) =>
        api.message(input.messageId, signal),
      ),
    },
    // A visitor has no lists of conversations in view, and one address for all of them.
    actions: { refreshHistory: () => {}, announceAsked: () => {} },
  })

  return {
    answerFeedback: answerFeedbackMachine.provide({
      actors: {
        saveFeedback: fromPromise<void, Saving>(async ({ input: { messageId, feedback } }) => {
          await api.rate(messageId, feedback)
        }),
      },
      actions: {
        announceFeedback: ({ system }, rated) =>
          page(system)
            ?.getSnapshot()
            .children.conversation?.send({ type: 'answer.rated', ...rated } satisfies ConversationEvent),
      },
    }),
    share: shareMachine.provide({
      actors: {
        conversation,
        loadPage: fromPromise(({ signal }: { signal: AbortSignal }) => api.page(signal)),
        awareness: fromCallback<ShareEvent>(({ sendBack }) => {
          const tick = () => sendBack({ type: 'clock.tick', now: now() } satisfies ShareEvent)
          const found = () => sendBack({ type: 'connection.found' } satisfies ShareEvent)
          const lost = () => sendBack({ type: 'connection.lost' } satisfies ShareEvent)
          const timer = tab.setInterval(tick, SECOND)
          tab.addEventListener('online', found)
          tab.addEventListener('offline', lost)
          return () => {
            tab.clearInterval(timer)
            tab.removeEventListener('online', found)
            tab.removeEventListener('offline', lost)
          }
        }),
      },
    }),
    visits: visitsMachine.provide({
      actors: {
        loadConversations: fromPromise<readonly Conversation[]>(({ signal }) => api.conversations(signal)),
        removeConversation: fromPromise(async ({ input }: { input: { id: string } }) => {
          await api.removeConversation(input.id)
        }),
      },
    }),
  }
}
