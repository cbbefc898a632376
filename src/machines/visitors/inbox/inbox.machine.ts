import type { ActorRefFrom } from 'xstate'
import { ifRefused } from '../../shared/failed-call.ts'
import { inboxComposer } from './inbox.composer.ts'
import { inboxSetup } from './inbox.setup.ts'
import { draftOf, type InboxContext, neighbourOf } from './inbox.types.ts'
import { inboxPath } from './inbox-address.ts'

const saysFailure = {
  type: 'sayFailure',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const

/** Address of the conversation next to the shown one. */
const besidePath = (context: InboxContext, step: 1 | -1) =>
  inboxPath({ ...context, conversationId: neighbourOf(context, step) })

/** The conversations for which a person was requested, one of them beside the list. */
export const inboxMachine = inboxSetup.createMachine({
  id: 'inbox',
  description: 'Conversations with a requested hand-over, one of them open beside the list.',
  context: ({ input: { organizationId, userId, view } }) => ({
    organizationId,
    userId,
    ...view,
    // The view that starts it sends the address at once.
    conversationId: null,
    items: null,
    place: null,
    counts: null,
    hasMore: false,
    wanted: 0,
    detail: null,
    drafts: {},
    draftReplies: {},
    repliers: {},
    changes: [],
    sentTo: null,
    pending: [],
    errors: {},
  }),
  invoke: { id: 'live', src: 'live', input: ({ context: { organizationId } }) => ({ organizationId }) },
  type: 'parallel',
  on: {
    'presence.received': {
      guard: { type: 'isOther', params: ({ event }) => event },
      actions: { type: 'rememberPresence', params: ({ event }) => event },
    },
    // It is a reply, even if a note was selected in the meantime; undone, it is what stood there when it came.
    'text.written': {
      actions: [
        {
          type: 'tellDraftReply',
          params: ({ context, event: { conversationId } }) => ({
            conversationId,
            event: { type: 'text.replaced' as const, draft: draftOf({ ...context, conversationId }) },
          }),
        },
        { type: 'replaceDraft', params: ({ event }) => event },
        { type: 'keepDrafts', params: ({ event }) => event },
        { type: 'reportReplying', params: ({ event }) => event },
      ],
    },
    'drafts.kept': { actions: { type: 'takeKept', params: ({ event }) => event } },
    'next.requested': {
      guard: { type: 'hasNeighbour', params: { step: 1 } },
      actions: { type: 'goTo', params: ({ context }) => ({ path: besidePath(context, 1) }) },
    },
    'previous.requested': {
      guard: { type: 'hasNeighbour', params: { step: -1 } },
      actions: { type: 'goTo', params: ({ context }) => ({ path: besidePath(context, -1) }) },
    },
  },
  states: {
    list: {
      initial: 'reading',
      on: {
        'view.changed': {
          guard: { type: 'isOtherFilter', params: ({ event }) => event },
          target: '.reading',
          actions: { type: 'takeFilter', params: ({ event }) => event },
        },
        'update.received': '.reading',
        'live.opened': '.reading',
      },
      states: {
        reading: {
          description:
            'The list is loaded, with as many entries as were shown or asked for; the previous one stays on the screen.',
          invoke: {
            id: 'readList',
            src: 'readList',
            input: ({ context: { organizationId, status, assignee, requester, wanted } }) => ({
              organizationId,
              status,
              assignee,
              requester,
              wanted,
            }),
            onDone: {
              target: 'shown',
              actions: { type: 'takeList', params: ({ event }) => ({ inbox: event.output }) },
            },
            onError: [
              { guard: { type: 'isGone', params: ({ event }) => event }, target: 'missing' },
              { guard: ifRefused, target: 'refused' },
              { target: 'failed' },
            ],
          },
        },
        shown: {
          description: 'The list is shown, and loaded again when something changes.',
          on: { 'more.requested': { guard: 'hasMore', target: 'readingMore' } },
        },
        readingMore: {
          description: 'The next entries of the list are loaded.',
          tags: 'more',
          entry: 'wantMore',
          invoke: {
            id: 'readMore',
            src: 'readList',
            input: ({ context: { organizationId, status, assignee, requester, items } }) => ({
              organizationId,
              status,
              assignee,
              requester,
              before: items!.at(-1)!.conversation_id,
              before_at: items!.at(-1)!.last_at,
            }),
            onDone: {
              target: 'shown',
              actions: { type: 'addToList', params: ({ event }) => ({ inbox: event.output }) },
            },
            onError: { target: 'shown', actions: saysFailure },
          },
        },
        missing: { description: 'The server has no inbox.', tags: 'listMissing' },
        refused: {
          description: 'The server refused the list and would refuse it again.',
          tags: 'listFailed',
        },
        failed: {
          description:
            'The list could not be loaded. It is loaded again on Try Again or when the connection is back.',
          tags: 'listFailed',
          on: { 'retry.requested': 'reading' },
        },
      },
    },
    conversation: {
      initial: 'none',
      on: {
        'view.changed': [
          {
            guard: { type: 'isNone', params: ({ event }) => event },
            target: '.none',
            actions: { type: 'takeConversation', params: ({ event }) => event.view },
          },
          {
            guard: { type: 'isOtherConversation', params: ({ event }) => event },
            target: '.reading',
            actions: { type: 'takeConversation', params: ({ event }) => event.view },
          },
        ],
        'view.left': {
          target: '.none',
          actions: { type: 'takeConversation', params: { conversationId: null } },
        },
        'update.received': {
          guard: { type: 'isShown', params: ({ event }) => event },
          target: '.reading',
        },
        'live.opened': { guard: 'hasConversation', target: '.reading' },
      },
      states: {
        none: { description: 'No conversation is chosen.' },
        reading: {
          description: 'The conversation is loaded; its previous state stays on the screen.',
          invoke: {
            id: 'readDetail',
            src: 'readDetail',
            input: ({ context }) => ({ conversationId: context.conversationId! }),
            onDone: {
              target: 'shown',
              actions: { type: 'takeDetail', params: ({ event }) => ({ detail: event.output }) },
            },
            onError: [
              {
                guard: { type: 'isGone', params: ({ event }) => event },
                target: 'gone',
                actions: 'forgetDetail',
              },
              { guard: ifRefused, target: 'refused' },
              { target: 'failed' },
            ],
          },
        },
        shown: { description: 'The conversation is shown, and loaded again when it changes.' },
        gone: { description: 'The conversation was deleted or belongs to another inbox.', tags: 'gone' },
        refused: {
          description: 'The server refused the conversation and would refuse it again.',
          tags: 'detailFailed',
        },
        failed: {
          description:
            'The conversation could not be loaded. It is loaded again on Try Again or when the connection is back.',
          tags: 'detailFailed',
          on: { 'retry.requested': 'reading' },
        },
      },
    },
    change: {
      initial: 'idle',
      on: {
        'change.requested': {
          guard: 'isOthers',
          actions: { type: 'rememberChange', params: ({ event }) => event },
        },
      },
      states: {
        idle: {
          description:
            'It can be taken over, handed back, assigned, resolved and reopened, but not by the person who asked.',
          always: { guard: 'hasChanges', target: 'saving' },
        },
        saving: {
          description:
            'One change at a time, each in its conversation; those asked for in the meantime follow.',
          tags: 'committed',
          invoke: {
            id: 'change',
            src: 'change',
            input: ({ context }) => context.changes[0]!,
            onDone: {
              target: 'idle',
              actions: [
                'forgetChange',
                {
                  type: 'raiseUpdate',
                  params: ({ event }) => ({ conversationId: event.output.conversation_id }),
                },
              ],
            },
            onError: { target: 'idle', actions: ['forgetChange', saysFailure] },
          },
        },
      },
    },
    composer: inboxComposer,
  },
})

export type InboxRef = ActorRefFrom<typeof inboxMachine>
