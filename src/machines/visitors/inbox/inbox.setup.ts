import { assign, fromCallback, fromPromise, raise, sendTo, setup } from 'xstate'
import type { HandoverDetail, HandoverPatch, Inbox, InboxItem } from '../../../services/contract/handover.ts'
import type { OrganizationMessage } from '../../../services/contract/sockets.ts'
import { t } from '../../../texts/t.ts'
import type { LiveEvent } from '../../connection/connections/connections.types.ts'
import { failureOf, isUnoffered, statusOf } from '../../failure.ts'
import { actionNotProvided, notProvided } from '../../not-provided.ts'
import { isRefused } from '../../shared/failed-call.ts'
import { goTo, showToast } from '../../system.ts'
import { type DraftReplyEvent, draftReplyMachine } from '../draft-reply.machine.ts'
import { type Draft, putBefore } from './draft.ts'
import {
  type Change,
  draftOf,
  entriesOf,
  type InboxContext,
  type InboxEvent,
  type InboxView,
  isOwn,
  neighbourOf,
  placeIn,
  type Reading,
  returnedDraft,
  type Writing,
  withoutLost,
} from './inbox.types.ts'
import { inboxPath } from './inbox-address.ts'

const FALLBACK = t('That did not work. Check your connection and try again.')

type InConversation = Pick<InboxContext, 'conversationId'>

const addresseeOf = ({ name, email }: InboxItem) => name || email

/** A new attempt, or another kind of text. */
const withoutError = ({ errors }: InboxContext, conversationId: string | null) =>
  Object.fromEntries(Object.entries(errors).filter(([id]) => id !== conversationId))

/** With a change of the text or its kind. */
const withDraft = ({ drafts }: InboxContext, { conversationId }: InConversation, change: Partial<Draft>) =>
  conversationId === null
    ? drafts
    : { ...drafts, [conversationId]: { ...draftOf({ drafts, conversationId }), ...change } }

/** The actors, guards and actions of the inbox. */
export const inboxSetup = setup({
  types: {} as {
    context: InboxContext
    events: InboxEvent
    input: { organizationId: string; userId: string; view: InboxView }
    tags: 'more' | 'listMissing' | 'listFailed' | 'detailFailed' | 'gone' | 'sending' | 'committed'
    children: {
      live: 'live'
      readList: 'readList'
      readMore: 'readList'
      readDetail: 'readDetail'
      change: 'change'
      write: 'write'
    }
  },
  actors: {
    live: fromCallback<LiveEvent<OrganizationMessage>, { organizationId: string }>(notProvided('live')),
    readList: fromPromise<Inbox, Reading>(notProvided('readList')),
    readDetail: fromPromise<HandoverDetail, { conversationId: string }>(notProvided('readDetail')),
    change: fromPromise<InboxItem, Change>(notProvided('change')),
    write: fromPromise<{ conversationId: string }, Writing>(notProvided('write')),
    draftReply: draftReplyMachine,
  },
  guards: {
    hasMore: ({ context }) => context.hasMore,
    isRefused,
    /** It is typed beside the conversation. */
    hasText: ({ context }) => context.detail !== null && draftOf(context).content.trim() !== '',
    /** The asker is known once it is read. */
    isOthers: ({ context: { conversationId, detail, userId } }) =>
      conversationId !== null && !(detail && isOwn(detail.item, userId)),
    /** More than the text that has arrived is being sent. */
    isFollowed: ({ context }) => context.pending.length > 1,
    hasChanges: ({ context }) => context.changes.length > 0,
    hasConversation: ({ context }) => context.conversationId !== null,
    hasNeighbour: ({ context }, { step }: { step: 1 | -1 }) => neighbourOf(context, step) !== null,
    isOther: ({ context }, { userId }: { userId: string }) => userId !== context.userId,
    isShown: ({ context }, { conversationId }: { conversationId: string }) =>
      context.conversationId === conversationId,
    /** The text was sent to another conversation than the shown one. */
    isElsewhere: ({ context: { conversationId, sentTo } }) => sentTo?.conversationId !== conversationId,
    isNone: (_, { view }: { view: InboxView }) => view.conversationId === null,
    isOtherConversation: ({ context }, { view }: { view: InboxView }) =>
      view.conversationId !== context.conversationId,
    isOtherFilter: ({ context }, { view }: { view: InboxView }) =>
      view.status !== context.status ||
      view.assignee !== context.assignee ||
      view.requester !== context.requester,
    isGone: (_, { error }: { error: unknown }) => statusOf(error) === 404 || isUnoffered(error),
    isOvertaken: (_, { error }: { error: unknown }) =>
      failureOf(error, FALLBACK).code === 'replied_meanwhile',
  },
  actions: {
    showToast,
    /** It is shown at its own address. */
    goTo,
    /** The others see that someone is writing. */
    reportReplying: actionNotProvided<InConversation>('reportReplying'),
    /** The draft of this conversation outlasts the inbox until it is empty. */
    keepDrafts: actionNotProvided<InConversation>('keepDrafts'),
    takeFilter: assign((_, { view: { status, assignee, requester } }: { view: InboxView }) => ({
      status,
      assignee,
      requester,
      items: null,
      place: null,
      wanted: 0,
    })),
    takeConversation: assign(({ context, spawn, self }, { conversationId }: InConversation) => ({
      conversationId,
      place: placeIn({ ...context, conversationId, place: null }),
      detail: context.conversationId === conversationId ? context.detail : null,
      ...(conversationId !== null &&
        !(conversationId in context.draftReplies) && {
          draftReplies: {
            ...context.draftReplies,
            [conversationId]: spawn('draftReply', {
              id: `draftReply:${conversationId}`,
              input: { conversationId, inbox: self },
            }),
          },
        }),
    })),
    tellDraftReply: sendTo(
      ({ context }, { conversationId }: InConversation & { event: DraftReplyEvent }) =>
        context.draftReplies[conversationId!]!,
      (_, { event }) => event,
    ),
    takeList: assign(({ context }, { inbox }: { inbox: Inbox }) => ({
      items: inbox.items,
      place: placeIn({ ...context, items: inbox.items }),
      counts: inbox.counts,
      hasMore: inbox.has_more,
      wanted: inbox.items.length,
    })),
    /** A list that is loaded again in between has them, too. */
    wantMore: assign(({ context: { items } }) => ({ wanted: items!.length + 1 })),
    /** One that has moved since it was listed may be among the next. */
    addToList: assign(({ context }, { inbox }: { inbox: Inbox }) => {
      const known = new Set(context.items!.map(({ conversation_id }) => conversation_id))
      const added = inbox.items.filter(({ conversation_id }) => !known.has(conversation_id))
      const items = [...context.items!, ...added]
      return { items, counts: inbox.counts, hasMore: inbox.has_more, wanted: items.length }
    }),
    takeDetail: assign((_, { detail }: { detail: HandoverDetail }) => ({ detail })),
    forgetDetail: assign({ detail: null }),
    /** Another conversation may be shown when it is saved. */
    rememberChange: assign(({ context }, { patch }: { patch: HandoverPatch }) => ({
      changes: [...context.changes, { conversationId: context.conversationId!, patch }],
    })),
    forgetChange: assign(({ context }) => ({ changes: context.changes.slice(1) })),
    pickKind: assign(({ context }, { conversationId, kind }: InConversation & Pick<Draft, 'kind'>) => ({
      drafts: withDraft(context, { conversationId }, { kind }),
      errors: withoutError(context, conversationId),
    })),
    startSending: assign(({ context }) => ({
      sentTo: {
        conversationId: context.conversationId!,
        name: addresseeOf(context.detail!.item),
      },
      pending: entriesOf(context),
      drafts: {
        ...context.drafts,
        [context.conversationId!]: { ...withoutLost(draftOf(context)), content: '' },
      },
      errors: withoutError(context, context.conversationId),
    })),
    /** A text that may have arrived is given up once it is taken out: the same words are a new text then. */
    changeDraft: assign(({ context }, { conversationId, text }: InConversation & { text: string }) => {
      const drafts = withDraft(context, { conversationId }, { content: text })
      const draft = draftOf({ drafts, conversationId })
      const isTakenOut = !text.startsWith(draft.lost?.content ?? '')
      return { drafts: isTakenOut ? { ...drafts, [conversationId!]: withoutLost(draft) } : drafts }
    }),
    replaceDraft: assign(
      ({ context }, { conversationId, draft }: { conversationId: string; draft: Draft }) => ({
        drafts: { ...context.drafts, [conversationId]: draft },
        errors: withoutError(context, conversationId),
      }),
    ),
    /** Drafts typed since overrule those kept. */
    takeKept: assign(({ context }, { drafts }: Pick<InboxContext, 'drafts'>) => ({
      drafts: { ...drafts, ...context.drafts },
    })),
    putDraftBack: assign(({ context }, { error }: { error: unknown }) => {
      const { conversationId } = context.sentTo!
      const draft = putBefore(returnedDraft(context, error), draftOf({ ...context, conversationId }))
      return { drafts: { ...context.drafts, [conversationId]: draft }, pending: [] }
    }),
    forgetSent: assign(({ context: { pending } }) => ({ pending: pending.slice(1) })),
    rememberPresence: assign(
      ({ context }, { conversationId, name }: { conversationId: string; name: string | null }) => {
        const { [conversationId]: _, ...others } = context.repliers
        return { repliers: name === null ? others : { ...others, [conversationId]: name } }
      },
    ),
    /** Changes made here count like those of others. */
    raiseUpdate: raise((_, { conversationId }: { conversationId: string }) => ({
      type: 'update.received' as const,
      conversationId,
    })),
    rememberError: assign({
      errors: ({ context: { errors, sentTo } }, { error }: { error: unknown }) => ({
        ...errors,
        [sentTo!.conversationId]: failureOf(error, t('It could not be sent. Your text is kept: try again.'))
          .message,
      }),
    }),
    /** Its composer is not on the screen. */
    sayUnsent: (scope, { error }: { error: unknown }) => {
      const { conversationId, name } = scope.context.sentTo!
      showToast(scope, {
        type: 'error',
        title: t('Your text in the conversation with {name} was not sent.', { name }),
        message: failureOf(error, FALLBACK).message,
        page: {
          organizationId: scope.context.organizationId,
          path: inboxPath({ ...scope.context, conversationId }),
        },
      })
    },
    sayFailure: (scope, { error }: { error: unknown }) =>
      showToast(scope, { type: 'error', message: failureOf(error, FALLBACK).message }),
  },
})
