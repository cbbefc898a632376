import { assign, fromCallback, fromPromise, setup } from 'xstate'
import { SHARE_REFUSALS } from '../../../services/contract/asking.ts'
import type { ApiError } from '../../../services/contract/common.ts'
import type {
  AnswerFeedback,
  Citation,
  Conversation,
  Message,
} from '../../../services/contract/conversations.ts'
import type { IntegrationMessage } from '../../../services/contract/sockets.ts'
import { t } from '../../../texts/t.ts'
import type { LiveEvent } from '../../connection/connections/connections.types.ts'
import { failureOf, failureOfCall } from '../../failure.ts'
import { actionNotProvided, notProvided } from '../../not-provided.ts'
import { errorOf, isRefused, remembersError } from '../../shared/failed-call.ts'
import { unsentText } from '../../shared/unsent-text.ts'
import { selectTyped } from './conversation.selectors.ts'
import {
  type Asked,
  type Asking,
  type ConversationContext,
  type ConversationDetail,
  type ConversationEvent,
  type ConversationInput,
  type Listening,
  type Retrying,
  SILENCE,
  type Token,
  type Wanted,
} from './conversation.types.ts'

export const lastOf = (context: ConversationContext) => context.messages.at(-1)

const replaceLast = (context: ConversationContext, change: (last: Message) => Message) => ({
  messages: context.messages.map((message, place) =>
    place === context.messages.length - 1 ? change(message) : message,
  ),
})

/** The answer as read from the server, plus later tokens. */
const withTokens = (message: Message, tokens: readonly Token[]): Message => {
  let { content } = message
  for (const { messageId, index, text } of tokens)
    if (messageId === message.id && index <= content.length && index + text.length > content.length)
      content = content.slice(0, index) + text
  return { ...message, content }
}

export const emptyConversation = {
  conversation: null,
  messages: [],
  mayChange: true,
  pending: null,
  edited: null,
  early: [],
  heardEnd: false,
  error: null,
  code: null,
  wanted: null,
}

const lastQuestion = ({ messages }: ConversationContext) => messages.findLast(({ role }) => role === 'user')

/** The messages before the replaced question. */
const keptBeside = ({ messages, edited }: ConversationContext) => {
  const place = edited ? messages.findIndex(({ id }) => id === edited.messageId) : -1
  return place < 0 ? messages : messages.slice(0, place)
}

/** The conversation was deleted elsewhere: the question waits for a new one, with what was typed before and since. */
const givenBack = (context: ConversationContext, question: string | null) => ({
  pending: null,
  edited: null,
  draft: unsentText({ pending: question, draft: selectTyped({ context }) }),
  error: t('This conversation no longer exists. Your question is kept and will start a new one.'),
})

/** An answer that has not begun: it waits for documents to be read. */
export const isAwaitingDocuments = (message: Message | undefined) =>
  message?.status === 'streaming' && message.content === '' && message.readiness !== null

/** The actors, guards and actions of a conversation. */
export const conversationSetup = setup({
  types: {} as {
    context: ConversationContext
    events: ConversationEvent
    input: ConversationInput
    tags: 'loading' | 'failed' | 'settled' | 'busy' | 'streaming' | 'interrupted'
    children: {
      live: 'live'
      loadConversation: 'loadConversation'
      ask: 'ask'
      stop: 'stop'
      retry: 'retry'
      loadMessage: 'loadMessage'
    }
  },
  actors: {
    live: fromCallback<LiveEvent<IntegrationMessage>, Listening>(notProvided('live')),
    loadConversation: fromPromise<ConversationDetail | null, Wanted>(notProvided('loadConversation')),
    ask: fromPromise<Asked, Asking>(notProvided('ask')),
    stop: fromPromise<Message, { messageId: string }>(notProvided('stop')),
    retry: fromPromise<Message, Retrying>(notProvided('retry')),
    loadMessage: fromPromise<Message, { messageId: string }>(notProvided('loadMessage')),
  },
  guards: {
    hasText: ({ context }) => context.draft.trim() !== '',
    mayEdit: ({ context }) =>
      context.mayChange && context.edited === null && lastQuestion(context) !== undefined,
    isEditing: ({ context }) => context.edited !== null,
    mayRetry: ({ context }) => context.mayChange && lastOf(context)?.role === 'assistant',
    /** There was no answer, and some documents were still being read. */
    mayWait: ({ context }) => {
      const last = lastOf(context)
      return context.mayChange && last?.answered === false && last.readiness !== null
    },
    isAwaitingDocuments: ({ context }) => isAwaitingDocuments(lastOf(context)),
    isStreaming: ({ context }) => lastOf(context)?.status === 'streaming',
    isStopped: ({ context }) => lastOf(context)?.status === 'stopped',
    isFailed: ({ context }) => lastOf(context)?.status === 'failed',
    isCurrent: ({ context }, { messageId }: { messageId: string }) => lastOf(context)?.id === messageId,
    isNext: ({ context }, { messageId, index }: Token) =>
      messageId === lastOf(context)?.id && index === lastOf(context)?.content.length,
    isGap: ({ context }, { messageId, index }: Token) =>
      messageId === lastOf(context)?.id && index > (lastOf(context)?.content.length ?? 0),
    isOther: ({ context }, { id }: { id: string }) => id !== (context.wanted ?? context.conversation?.id),
    isShown: ({ context }, { id }: { id: string }) => id === context.conversation?.id,
    isRefused,
    /** Any other refusal, and a 404 without this code, may be a gateway’s, and pass. Without one, it is the assistant. */
    isNotFound: ({ context }, { error }: { error: unknown }) =>
      context.conversation !== null && failureOf(error, '').code === 'not_found',
    isAnsweringElsewhere: ({ context }, { error }: { error: unknown }) =>
      context.conversation !== null && failureOf(error, '').code === 'still_answering',
    isGone: (_, { error }: { error: unknown }) => failureOf(error, '').code === SHARE_REFUSALS.conversation,
    hasHeardEarly: ({ context }) => context.early.length > 0 || context.heardEnd,
  },
  actions: {
    /** Lists and counts of conversations have changed. */
    refreshHistory: actionNotProvided('refreshHistory'),
    /** Typed text survives the session and the page. */
    keepDraft: actionNotProvided('keepDraft'),
    /** Before the conversation’s place changes. */
    forgetKeptDraft: actionNotProvided('forgetKeptDraft'),
    /** Unsent text is moved to the place of a new conversation: this one has no composer any more. */
    keepForNew: actionNotProvided('keepForNew'),
    /** A question reached the server, in this conversation. */
    announceAsked: actionNotProvided<{ conversation: Conversation }>('announceAsked'),
    changeDraft: assign({ draft: (_, { text }: { text: string }) => text }),
    takeDetail: assign((_, { detail }: { detail: ConversationDetail | null }) => ({
      ...emptyConversation,
      ...(detail && {
        conversation: detail.conversation,
        messages: detail.messages,
        mayChange: detail.may_change,
      }),
    })),
    sendDraft: assign(({ context }) => ({
      pending: context.draft.trim(),
      draft: '',
      early: [],
      heardEnd: false,
      error: null,
      code: null,
    })),
    putDraftBack: assign(({ context }) => ({ draft: unsentText(context), pending: null })),
    giveQuestionBack: assign(({ context }) => givenBack(context, context.pending)),
    keepQuestion: assign(({ context }) => ({
      ...emptyConversation,
      ...givenBack(context, context.pending ?? lastQuestion(context)?.content ?? null),
    })),
    takeAsked: assign(({ context }, { asked }: { asked: Asked }) => ({
      conversation: asked.conversation,
      messages: [...keptBeside(context), asked.question, asked.answer],
      pending: null,
      draft: selectTyped({ context }),
      edited: null,
    })),
    editQuestion: assign(({ context }) => {
      const question = lastQuestion(context)
      return question
        ? {
            edited: { messageId: question.id, shelved: context.draft },
            draft: question.content,
            error: null,
            code: null,
          }
        : {}
    }),
    cancelEditing: assign({ draft: ({ context }) => context.edited?.shelved ?? '', edited: null }),
    takeFeedback: assign({
      messages: (
        { context },
        { messageId, feedback }: { messageId: string; feedback: AnswerFeedback | null },
      ) => context.messages.map((message) => (message.id === messageId ? { ...message, feedback } : message)),
    }),
    takeConversation: assign({
      conversation: (_, { conversation }: { conversation: Conversation }) => conversation,
    }),
    takeMessage: assign(({ context }, { message }: { message: Message }) => ({
      ...replaceLast(context, () => withTokens(message, message.status === 'streaming' ? context.early : [])),
      early: [],
    })),
    noteEnd: assign({ heardEnd: true }),
    keepEarly: assign({ early: ({ context }, token: Token) => [...context.early, token] }),
    appendToken: assign(({ context }, { text }: { text: string }) =>
      replaceLast(context, (last) => ({ ...last, content: last.content + text })),
    ),
    takeCitations: assign(({ context }, { citations }: { citations: readonly Citation[] }) =>
      replaceLast(context, (last) => ({ ...last, citations: [...citations] })),
    ),
    takeFailure: assign(({ context }, { error }: { error: ApiError }) =>
      replaceLast(context, (last) => ({ ...last, status: 'failed', error })),
    ),
    rememberError: assign((_, { error, asked = true }: { error: unknown; asked?: boolean }) => {
      const fallback = asked
        ? t('The server could not be reached. Your question is kept: try again.')
        : t('The server could not be reached. Please try again.')
      const { message, code } = failureOfCall(error, fallback)
      return { error: message, code }
    }),
    forgetError: assign({ error: null, code: null }),
    startAnew: assign(({ context }) => ({ ...emptyConversation, draft: selectTyped({ context }) })),
    /** One that is read again stays visible. */
    want: assign(({ context }, { id }: { id: string }) => ({
      ...(id !== context.conversation?.id && emptyConversation),
      edited: null,
      draft: selectTyped({ context }),
      wanted: id,
    })),
  },
  delays: { silence: SILENCE },
})

/** The question has arrived, and a new conversation has its own place: what was typed since then is kept there. */
export const takesAsked = [
  'forgetKeptDraft',
  { type: 'takeAsked', params: ({ event }: { event: { output: Asked } }) => ({ asked: event.output }) },
  'keepDraft',
  { type: 'announceAsked', params: ({ event }: { event: { output: Asked } }) => event.output },
] as const

/** A visitor's conversation was deleted elsewhere: the question is back in the composer, and begins a new one. */
export const losesConversation = {
  guard: { type: 'isGone', params: ({ event }: { event: { error: unknown } }) => event },
  target: '#conversation.resting.unsent',
  actions: 'keepQuestion',
} as const

/** A member's conversation was deleted elsewhere, with the answer that was asked for. */
export const losesAnswer = {
  guard: { type: 'isNotFound', params: errorOf },
  target: '#conversation.refused',
  actions: remembersError,
} as const

/** Another tab has asked: its question and the running answer are read, and this tab's question is back in the composer. */
export const readsAgain = {
  guard: { type: 'isAnsweringElsewhere', params: errorOf },
  target: '#conversation.loading',
  actions: [
    'putDraftBack',
    'keepDraft',
    { type: 'want', params: ({ context }: { context: ConversationContext }) => context.conversation! },
  ],
} as const

/** Appends tokens in order. After a gap or a long silence, the answer is read from the server. */
export const receivesTokens = {
  after: { silence: 'catchingUp' },
  on: {
    'live.token': [
      {
        guard: { type: 'isNext', params: ({ event }: { event: Token }) => event },
        target: 'following',
        reenter: true,
        actions: { type: 'appendToken', params: ({ event }: { event: Token }) => event },
      },
      {
        guard: { type: 'isGap', params: ({ event }: { event: Token }) => event },
        target: 'catchingUp',
        actions: { type: 'keepEarly', params: ({ event }: { event: Token }) => event },
      },
    ],
    'live.opened': 'catchingUp',
  },
} as const
