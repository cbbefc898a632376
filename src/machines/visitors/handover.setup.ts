import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import { EMAIL_PATTERN } from '../../services/contract/common.ts'
import type { VisitorHandover } from '../../services/contract/handover.ts'
import type { IntegrationMessage, OrganizationMessage } from '../../services/contract/sockets.ts'
import { t } from '../../texts/t.ts'
import type { LiveEvent } from '../connection/connections/connections.types.ts'
import { chatPath } from '../conversations/chat/chat-address.ts'
import { selectTyped } from '../conversations/conversation/conversation.selectors.ts'
import { failureOf, statusOf } from '../failure.ts'
import { lookUp } from '../look-up.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { formActions } from '../shared/form/form.parts.ts'
import { unsentText } from '../shared/unsent-text.ts'
import { showToast } from '../system.ts'
import {
  type ContactValues,
  type Followed,
  type FormOpened,
  type HandoverContext,
  type HandoverEvent,
  isPersonThere,
  type OwnConversation,
  type Pending,
  type Verdict,
} from './handover.types.ts'

/** Customers whom the site has proved need not fill in anything. */
const problemsOf = ({ values, view }: Pick<HandoverContext, 'values' | 'view'>) =>
  view?.customer || EMAIL_PATTERN.test(values.email.trim())
    ? {}
    : { email: t('Enter an address such as you@example.com.') }

const UNSENT = t('That could not be sent. Your text is kept: try again.')
const UNANSWERED = t(
  'There was no answer: your message may have arrived. Your text is kept; look at the conversation before you send it again.',
)

const lastSaid = ({ view }: HandoverContext) =>
  view?.entries.findLast(({ kind }) => kind === 'visitor' || kind === 'reply')

/** Entries are only added: what was read while the response was on its way may be newer. */
const newer = ({ view: shown }: HandoverContext, view: VisitorHandover) =>
  shown && shown.entries.length > view.entries.length ? shown : view

const isElsewhere = ({ conversationId, pending }: HandoverContext) =>
  pending?.conversationId !== conversationId

const isUnderWay = ({ view }: HandoverContext) => view?.status === 'open' || view?.status === 'waiting'

const vocabulary = setup({
  types: {} as {
    context: HandoverContext
    events: HandoverEvent
    input: OwnConversation | undefined
    /** `helpAsked`: the visitor is asked whether the answers helped. */
    tags: 'busy' | 'open' | 'helpAsked' | 'committed'
    children: { follow: 'follow'; request: 'request'; write: 'write'; saveVerdict: 'saveVerdict' }
  },
  actors: {
    /** Reads the server's state of the shown conversation, and receives updates. */
    follow: fromCallback<LiveEvent<IntegrationMessage | OrganizationMessage> | FormOpened, Followed>(
      notProvided('follow'),
    ),
    request: fromPromise<VisitorHandover, { conversationId: string; values: ContactValues }>(
      notProvided('request'),
    ),
    write: fromPromise<VisitorHandover, { conversationId: string; content: string }>(notProvided('write')),
    saveVerdict: fromPromise<VisitorHandover, { conversationId: string; verdict: Verdict }>(
      notProvided('saveVerdict'),
    ),
  },
  guards: {
    isValid: ({ context }) => Object.keys(problemsOf(context)).length === 0,
    isSame: ({ context }, { conversationId }: { conversationId: string }) =>
      context.conversationId === conversationId,
    hasMessage: ({ context }) => isPersonThere(context) && context.draft.trim() !== '',
    /** The message was sent from a view that is gone, or to another conversation than the shown one. */
    isAway: ({ context }) => context.isLeft || isElsewhere(context),
    isUnknown: ({ context }) => context.view === null,
    isUnderWay: ({ context }) => isUnderWay(context),
    isAnswered: ({ context }) => isUnderWay(context) && lastSaid(context)?.kind === 'reply',
    isAskedFor: ({ context: { view, declined } }) =>
      !declined && (view?.offer === 'asked' || view?.offer === 'refused'),
    isOffered: ({ context }) => context.view?.offer != null,
    /** The event is about the shown conversation, and a person is still offered. */
    isStillOffered: (
      { context },
      { conversationId, view }: { conversationId: string; view: VisitorHandover },
    ) => context.conversationId === conversationId && view.offer !== null,
    isResolved: ({ context }) => context.view?.status === 'resolved',
    isUnrated: ({ context }) => context.view?.rating === null,
    hasNoVerdict: ({ context }) => context.view?.helped === null,
    /** No one has written since it was sent. */
    isStillSent: ({ context }, { conversationId, view }: { conversationId: string; view: VisitorHandover }) =>
      context.conversationId === conversationId && view.status === 'open' && view.entries.length === 0,
  },
  actions: {
    ...formActions<HandoverContext, HandoverEvent>(
      problemsOf,
      t('Your request could not be sent. Your text is kept: try again.'),
    ),
    /** For next time, in this browser. */
    rememberContact: actionNotProvided<ContactValues>('rememberContact'),
    /** Text that has not arrived outlasts the view, if the person is signed in. */
    keepDraft: actionNotProvided('keepDraft'),
    /** So does a message until it has arrived, apart from the draft: another view may show its conversation by then. */
    keepPending: actionNotProvided<Pending>('keepPending'),
    dropPending: actionNotProvided<Pending>('dropPending'),
    /** Its composer is not on the screen. The public page has no toasts. */
    sayUnsent: (scope, { error }: { error: unknown }) => {
      const { own, pending } = scope.context
      if (own === null) return
      const { conversation, organizationId } = own
      const { conversationId, person } = pending!
      const { integrationId: assistantId } = conversation.getSnapshot().context
      showToast(scope, {
        type: 'error',
        title: t('Your message to {person, select, none {our team} other {{person}}} was not sent.', {
          person: person || 'none',
        }),
        message: failureOf(error, statusOf(error) === null ? UNANSWERED : UNSENT).message,
        page: { organizationId, path: chatPath({ assistantId, conversationId }) },
      })
    },
    leaveView: assign({ isLeft: true }),
    /** When a reply can be expected changes with the time. */
    readAgain: sendTo('follow', { type: 'form.opened' }),
    takeContact: assign((_, { values }: { values: ContactValues }) => ({ values })),
    takeRead: assign(
      ({ context }, { conversationId, view }: { conversationId: string; view: VisitorHandover }) =>
        context.conversationId === conversationId
          ? { view }
          : {
              conversationId,
              view,
              declined: false,
              draft: '',
              error: null,
              typist: null,
            },
    ),
    takeView: assign((_, { view }: { view: VisitorHandover }) => ({ view })),
    takeNewer: assign(({ context }, { view }: { view: VisitorHandover }) => ({ view: newer(context, view) })),
    takeWritten: assign(({ context }, { view }: { view: VisitorHandover }) =>
      isElsewhere(context) ? {} : { view: newer(context, view) },
    ),
    leave: assign({
      conversationId: null,
      view: null,
      declined: false,
      draft: '',
      error: null,
      typist: null,
    }),
    decline: assign({ declined: true, fieldErrors: {}, error: null }),
    changeDraft: assign((_, { text }: { text: string }) => ({ draft: text })),
    putBefore: assign(({ context: { draft } }, { text }: { text: string }) => ({
      draft: unsentText({ pending: text, draft }),
    })),
    takeVerdict: assign((_, verdict: Verdict) => ({ verdict, error: null })),
    sendDraft: assign(({ context: { conversationId, view, draft } }) => ({
      pending: { conversationId: conversationId!, person: view?.person ?? '', content: draft },
      draft: '',
      error: null,
    })),
    forgetPending: assign({ pending: null }),
    rememberUnproved: assign({ unproved: true }),
    rememberTypist: assign((_, { name }: { name: string | null }) => ({ typist: name })),
    rememberError: assign({
      error: ({ context: { pending } }, { error }: { error: unknown }) =>
        failureOf(error, pending !== null && statusOf(error) === null ? UNANSWERED : UNSENT).message,
    }),
  },
})

/** Types, guards and actions of the hand-over. */
export const handoverSetup = vocabulary.extend({
  actions: {
    /**
     * The assistant and a person have one field: text that stands in the one that is not shown moves into the one that
     * is. A question cannot be edited there; one that is on its way is waited for.
     */
    showText: vocabulary.enqueueActions(({ context, system, enqueue }) => {
      const conversation = context.own?.conversation ?? lookUp({ system }, 'conversation')
      if (!conversation) return
      const shown = conversation.getSnapshot()
      if (shown.context.edited !== null && !shown.matches('resting')) return
      const question = selectTyped(shown)
      const toPerson = isPersonThere(context)
      if ((toPerson ? question : context.draft) === '') return
      const text = unsentText({ pending: question, draft: context.draft })
      enqueue.sendTo(conversation, { type: 'editing.canceled' })
      enqueue.sendTo(conversation, { type: 'draft.changed', text: toPerson ? '' : text })
      enqueue.assign({ draft: toPerson ? text : '' })
      enqueue('keepDraft')
    }),
  },
})
