import { fromCallback, fromPromise } from 'xstate'
import { conversationMachine } from '../../machines/conversations/conversation/conversation.machine.ts'
import type { themeMachine } from '../../machines/shell/theme.machine.ts'
import { type InSystem, sendToActor } from '../../machines/system.ts'
import { shareMachine } from '../../machines/visitors/share.machine.ts'
import type { Reason, ShareEvent } from '../../machines/visitors/share.types.ts'
import { SHARE_REFUSALS } from '../contract/asking.ts'
import type { ShareAsked } from '../contract/share.ts'
import type { HttpError } from '../http/errors.ts'
import { lazyLogic } from '../shell/lazy-logic.ts'
import type { ShareStart } from './share-start.ts'

interface Services {
  start: ShareStart
  /** The conversation that a mailed link refers to. */
  returnTo?: string | null
  tab: Window
  now: () => number
  theme: typeof themeMachine
}

const SECOND = 1000
const DEFAULT_WAIT = 60

const REASONS: Readonly<Record<string, Reason>> = {
  [SHARE_REFUSALS.visitor]: 'page',
  [SHARE_REFUSALS.budget]: 'page',
  [SHARE_REFUSALS.paused]: 'page',
  [SHARE_REFUSALS.expired]: 'page',
  rate_limited: 'pace',
  not_found: 'page',
}

/** The state of the page according to a refused question; null if unaffected. */
export const refusalOf = (error: unknown): ShareEvent | null => {
  // By its fields: the class is loaded with the client, after the page.
  const { code, retryAfter } = (error ?? {}) as Partial<HttpError>
  const reason = code === undefined ? undefined : REASONS[code]
  return reason === undefined ? null : { type: 'question.refused', reason, wait: retryAfter ?? DEFAULT_WAIT }
}

/** The public page and its conversation. */
export const provideShare = ({
  start: { api, begun, answering },
  returnTo = null,
  tab,
  now,
  theme,
}: Services) => {
  /** Reports to the page what a server response says about its visitor. */
  const reported = async (scope: InSystem, asked: Promise<ShareAsked>) => {
    try {
      const { budget, ...rest } = await asked
      sendToActor(scope, 'share', { type: 'budget.changed', budget })
      return rest
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) sendToActor(scope, 'share', refusal)
      throw error
    }
  }

  const conversation = conversationMachine.provide({
    actors: {
      live: fromCallback((actor) => {
        const listening = begun.then(() => answering().listenForAnswers(actor))
        return () => void listening.then((leave) => leave())
      }),
      loadConversation: fromPromise(async ({ input, signal }) => {
        const wanted = input.id ?? returnTo
        if (wanted !== null) return api.conversation(wanted, signal)
        const [latest] = await api.conversations(signal)
        return latest ? api.conversation(latest.id, signal) : null
      }),
      ask: fromPromise(({ input, system }) =>
        reported({ system }, api.ask(input.content, input.conversationId)),
      ),
      stop: fromPromise(({ input }) => api.stop(input.messageId)),
      retry: fromPromise(
        async ({ input: { messageId, waits }, system }) =>
          (await reported({ system }, api.retry(messageId, waits))).answer,
      ),
      loadMessage: fromPromise(({ input, signal }) => api.message(input.messageId, signal)),
    },
    // A visitor has no session that could expire, no visible lists of conversations, and a single address.
    actions: {
      keepDraft: () => {},
      forgetKeptDraft: () => {},
      keepForNew: () => {},
      refreshHistory: () => {},
      announceAsked: () => {},
    },
  })

  return shareMachine.provide({
    actors: {
      conversation,
      loadAnswering: fromPromise(() => begun),
      connections: lazyLogic(() => answering().connections),
      theme,
      visitorConversations: lazyLogic(() => answering().visitorConversations),
      handover: lazyLogic(() => answering().handover),
      loadPage: fromPromise(({ signal }) => api.page(signal)),
      activityMonitor: fromCallback(({ sendBack }) => {
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
  })
}
