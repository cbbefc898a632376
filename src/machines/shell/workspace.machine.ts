import {
  type ActorRefFrom,
  assign,
  type EventObject,
  enqueueActions,
  fromCallback,
  sendTo,
  setup,
} from 'xstate'
import type { OrganizationMessage } from '../../services/contract/sockets.ts'
import { t } from '../../texts/t.ts'
import { upgradeMachine } from '../billing/upgrade.machine.ts'
import type { LiveEvent } from '../connection/connections/connections.types.ts'
import { notificationsMachine } from '../connection/notifications/notifications.machine.ts'
import { chatMachine } from '../conversations/chat/chat.machine.ts'
import { withoutConversation } from '../conversations/chat/chat-address.ts'
import {
  type ConversationRef,
  conversationMachine,
} from '../conversations/conversation/conversation.machine.ts'
import { type UploadRef, uploadMachine } from '../knowledge/upload.machine.ts'
import { lookUp } from '../look-up.ts'
import { notProvided } from '../not-provided.ts'
import { createOrganizationMachine } from '../organizations/create-organization.machine.ts'
import { organizationEntryMachine } from '../organizations/organization-entry.machine.ts'
import {
  type OrganizationsSnapshot,
  organizationsMachine,
} from '../organizations/organizations/organizations.machine.ts'
import { selectCurrentOrganization } from '../organizations/organizations/organizations.selectors.ts'
import { showToast } from '../system.ts'
import type { NavigationRef } from './navigation/navigation.machine.ts'
import { selectPath, selectWantedOrganization } from './navigation/navigation.selectors.ts'
import type { AnswerRated, FilesChosen, Opened, WorkspaceEvent } from './workspace.types.ts'

export interface WorkspaceContext {
  readonly rememberedId: string | null
  readonly organizationId: string | null
  /** See `conversationKey`: a conversation continues while another screen is shown. */
  readonly conversations: Readonly<Record<string, ConversationRef>>
  /** By knowledge base: an upload continues while another screen or organization is shown. */
  readonly uploads: Readonly<Record<string, UploadRef>>
}

/** Files that a toast names. */
const LOST_NAMED = 10

export const conversationKey = ({ integrationId, config }: Opened) => `${integrationId}:${config}`

/** None until the list has been read: the remembered one may be another person's. */
const current = (organizations: OrganizationsSnapshot) => ({
  organizationId: selectCurrentOrganization(organizations)?.id ?? null,
})

const wantedBy = (navigation: NavigationRef | undefined) =>
  navigation === undefined ? null : selectWantedOrganization(navigation.getSnapshot())

/** Everything that lives while someone is signed in. */
export const workspaceMachine = setup({
  types: {} as {
    context: WorkspaceContext
    events: WorkspaceEvent
    input: { rememberedId: string | null }
  },
  actors: {
    organizations: organizationsMachine,
    organizationEntry: organizationEntryMachine,
    createOrganization: createOrganizationMachine,
    conversation: conversationMachine,
    upload: uploadMachine,
    chat: chatMachine,
    upgrade: upgradeMachine,
    notifications: notificationsMachine,
    /** Reports the files of uploads that the session, or the page, has ended. */
    recallUploads: fromCallback<EventObject>(notProvided('recallUploads')),
    /** Tells the navigation of parts that an update has removed. */
    watchParts: fromCallback<EventObject>(notProvided('watchParts')),
    /** The socket of one organization; its frames go to the actors that they concern. */
    organizationLive: fromCallback<LiveEvent<OrganizationMessage>, { organizationId: string }>(
      notProvided('organizationLive'),
    ),
  },
  guards: {
    isNew: ({ context }, opened: Opened) => !(conversationKey(opened) in context.conversations),
    isNewUpload: ({ context }, { to }: FilesChosen) => !(to.knowledgeBaseId in context.uploads),
    isOtherOrganization: ({ context }, { organizationId }: { organizationId: string | null }) =>
      organizationId !== context.organizationId,
  },
  actions: {
    openConversation: assign({
      conversations: ({ context, spawn }, { integrationId, config, id }: Opened & { id?: string }) => {
        const key = conversationKey({ integrationId, config })
        return {
          ...context.conversations,
          [key]: spawn('conversation', {
            id: `conversation:${key}`,
            input: { integrationId, config, conversationId: id ?? null },
          }),
        }
      },
    }),
    showConversation: sendTo(
      ({ context }, opened: Opened & { id: string }) => context.conversations[conversationKey(opened)]!,
      (_, { id }) => ({ type: 'conversation.opened', id }),
    ),
    beginUpload: assign({
      uploads: ({ context, spawn }, { to }: FilesChosen) => ({
        ...context.uploads,
        [to.knowledgeBaseId]: spawn('upload', { id: `upload:${to.knowledgeBaseId}`, input: to }),
      }),
    }),
    /** It stays until it is closed: the files may have to be added again. A copy of the tab may still be uploading them. */
    sayLost: (scope, { names }: { names: readonly string[] }) =>
      showToast(scope, {
        type: 'error',
        title: t(
          '{files, plural, one {# file may not have been uploaded.} other {# files may not have been uploaded.}}',
          { files: names.length },
        ),
        message: [...names.slice(0, LOST_NAMED), ...(names.length > LOST_NAMED ? ['…'] : [])].join(', '),
        duration: Number.POSITIVE_INFINITY,
      }),
    sendFiles: sendTo(
      ({ context }, { to }: FilesChosen) => context.uploads[to.knowledgeBaseId]!,
      (_, { files }) => ({ type: 'files.chosen', files }),
    ),
    forgetConversation: enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      for (const conversation of Object.values(context.conversations))
        enqueue.sendTo(conversation, { type: 'conversation.deleted', id })
      enqueue.sendTo('chat', { type: 'conversation.deleted', id })
    }),
    /** The address may name it, and Back is not to lead there. */
    leaveConversation: (scope) => {
      const navigation = lookUp(scope, 'navigation')
      if (!navigation) return
      const path = withoutConversation(selectPath(navigation.getSnapshot()))
      navigation.send({ type: 'navigation.requested', path, replace: true })
    },
    passOnRating: enqueueActions(({ context, enqueue }, rated: AnswerRated) => {
      for (const conversation of Object.values(context.conversations)) enqueue.sendTo(conversation, rated)
      enqueue.sendTo('chat', rated)
    }),
    closeConversations: enqueueActions(({ context, enqueue }) => {
      for (const conversation of Object.values(context.conversations)) enqueue.stopChild(conversation)
      enqueue.assign({ conversations: {} })
      enqueue.sendTo('chat', { type: 'chat.left' })
    }),
    listenTo: enqueueActions(({ enqueue }, { organizationId }: { organizationId: string | null }) => {
      enqueue.stopChild('organizationLive')
      if (organizationId !== null)
        enqueue.spawnChild('organizationLive', { id: 'organizationLive', input: { organizationId } })
    }),
    moveTo: assign({
      organizationId: (_, { organizationId }: { organizationId: string | null }) => organizationId,
    }),
  },
}).createMachine({
  id: 'workspace',
  description: 'Everything that lives as long as somebody is signed in.',
  context: ({ input }) => ({
    rememberedId: input.rememberedId,
    organizationId: null,
    conversations: {},
    uploads: {},
  }),
  invoke: [
    {
      id: 'organizations',
      systemId: 'organizations',
      src: 'organizations',
      // Also after a log-in, which leads to the address that was asked for.
      input: ({ context, self }) => ({
        rememberedId: context.rememberedId,
        wantedId: wantedBy(lookUp(self, 'navigation')),
      }),
      onSnapshot: {
        guard: {
          type: 'isOtherOrganization',
          params: ({ event }) => current(event.snapshot),
        },
        actions: [
          'closeConversations',
          { type: 'moveTo', params: ({ event }) => current(event.snapshot) },
          { type: 'listenTo', params: ({ event }) => current(event.snapshot) },
        ],
      },
    },
    { id: 'recallUploads', src: 'recallUploads' },
    { id: 'watchParts', src: 'watchParts' },
    { id: 'organizationEntry', systemId: 'organizationEntry', src: 'organizationEntry' },
    { id: 'chat', systemId: 'chat', src: 'chat' },
    { id: 'notifications', systemId: 'notifications', src: 'notifications' },
    { id: 'createOrganization', systemId: 'createOrganization', src: 'createOrganization' },
    { id: 'upgrade', systemId: 'upgrade', src: 'upgrade' },
  ],
  on: {
    'playground.opened': {
      guard: { type: 'isNew', params: ({ event }) => event },
      actions: { type: 'openConversation', params: ({ event }) => event },
    },
    'conversation.opened': [
      {
        guard: { type: 'isNew', params: ({ event }) => event },
        actions: { type: 'openConversation', params: ({ event }) => event },
      },
      { actions: { type: 'showConversation', params: ({ event }) => event } },
    ],
    'conversation.deleted': {
      actions: [{ type: 'forgetConversation', params: ({ event }) => event }, 'leaveConversation'],
    },
    'files.chosen': [
      {
        guard: { type: 'isNewUpload', params: ({ event }) => event },
        actions: [
          { type: 'beginUpload', params: ({ event }) => event },
          { type: 'sendFiles', params: ({ event }) => event },
        ],
      },
      { actions: { type: 'sendFiles', params: ({ event }) => event } },
    ],
    'files.lost': { actions: { type: 'sayLost', params: ({ event }) => event } },
    'answer.rated': { actions: { type: 'passOnRating', params: ({ event }) => event } },
  },
})

export type WorkspaceRef = ActorRefFrom<typeof workspaceMachine>
