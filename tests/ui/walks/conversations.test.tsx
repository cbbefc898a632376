import { useSelector } from '@xstate/react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fromPromise } from 'xstate'
import { chatMachine } from '../../../src/machines/conversations/chat/chat.machine.ts'
import { conversationMachine } from '../../../src/machines/conversations/conversation/conversation.machine.ts'
import { conversationTagsMachine } from '../../../src/machines/conversations/conversation-tags.machine.ts'
import { readerMachine } from '../../../src/machines/knowledge/reader.machine.ts'
import { confirmationMachine } from '../../../src/machines/shared/confirmation.machine.ts'
import { downloadMachine } from '../../../src/machines/shell/download.machine.ts'
import { resourceMachine } from '../../../src/machines/shell/resource/resource.machine.ts'
import { handoverMachine } from '../../../src/machines/visitors/handover.machine.ts'
import type { ConversationDetail } from '../../../src/services/contract/conversations.ts'
import type { Assistant } from '../../../src/services/contract/integrations.ts'
import { ChatScreen } from '../../../src/ui/conversations/chat/chat-screen.tsx'
import { ConversationList } from '../../../src/ui/conversations/conversation-browser/conversation-list.tsx'
import { Tags } from '../../../src/ui/conversations/conversation-browser/tags.tsx'
import { useOrganizationId, useResource } from '../../../src/ui/workspace.ts'
import { look } from '../../harness/look.ts'
import { openStage, provided, still } from '../../harness/stage.tsx'
import { conversationTagsModel } from '../../machines/chat.model.ts'
import { renameConversationModel } from '../../machines/form.model.ts'
import { downloadModel } from '../../machines/operation.model.ts'
import { resourceModel } from '../../machines/resource.model.ts'
import { conversation, integration } from '../../machines/samples.ts'
import { alertIs, walkView } from './walk.tsx'
import { button, dialog, walkForm } from './walk-form.tsx'

const main = () => page.getByRole('main')
const tag = () => page.getByLabelText('Add a tag')

/** What a conversation is about. */
walkView({
  machine: conversationTagsMachine,
  model: {
    ...conversationTagsModel,
    events: (snapshot) =>
      conversationTagsModel
        .events(snapshot)
        .filter(({ type, tag }) => type !== 'tag.removed' || snapshot.context.tags.includes(tag)),
  },
  scene: (conversationTags) => ({
    view: provided({ conversationTags }, <Tags conversation={{ ...conversation, tags: ['boots'] }} />),
  }),
  does: {
    'draft.changed': ({ draft }) => tag().fill(draft),
    'tag.added': async () => {
      await tag().click()
      await userEvent.keyboard('{Enter}')
    },
    'tag.removed': ({ tag }) => button(`Remove the tag ${tag}`).click(),
  },
  heard: ['tags.read'],
  sees: {
    'conversationTags.resting': async ({ context: { tags, draft, error } }) => {
      await expect.element(tag()).toHaveValue(draft)
      expect(page.getByRole('button', { name: /^Remove the tag / }).all()).toHaveLength(tags.length)
      await alertIs(main(), error)
    },
    'conversationTags.saving': () =>
      expect.poll(() => document.querySelectorAll('main [aria-busy=true]').length).toBe(1),
  },
})

const browsed = { title: 'Conversations', path: '/conversations', integrationId: null, assistants: [] }

/** A file of what was said. */
walkView({
  machine: downloadMachine,
  model: downloadModel.model,
  scene: (download) => ({
    path: '/conversations',
    view: provided({ download }, <ConversationList browsed={browsed} filter={{}} shownId={null} />),
    data: { conversationsPages: [conversation] },
  }),
  does: { 'operation.requested': () => button('Export as CSV').click() },
  sees: {
    'download.idle': () => expect.element(button('Export as CSV')).toBeEnabled(),
    'download.running': () => expect.element(button('Export as CSV')).toBeDisabled(),
  },
})

const chat = chatMachine.provide({
  actors: {
    conversation: still(conversationMachine).provide({
      actors: {
        loadConversation: fromPromise(
          async (): Promise<ConversationDetail> => ({ conversation, messages: [], may_change: true }),
        ) as never,
      },
    }),
  },
})

const chatScreen = (renameConversation: unknown) =>
  provided(
    { renameConversation },
    provided(
      { deleteConversation: still(confirmationMachine) },
      provided({ reader: still(readerMachine), ownHandover: still(handoverMachine) }, <ChatScreen />),
    ),
  )

const Offered = () => {
  const { actor } = useResource('assistants', { organizationId: useOrganizationId() })
  const assistants = useSelector(actor, ({ context }) => context.data as readonly Assistant[] | undefined)
  return <output>{`${assistants?.length} offered`}</output>
}

it.each([
  ['one of several', [integration({ id: 'i2', name: 'Sales' })]],
  ['the only one', []],
])('[43.1] a question stays in Chat if somebody else deletes its assistant, %s', async (_, others) => {
  const stage = await openStage({
    path: '/chat?assistant=i1&conversation=c1',
    view: (
      <>
        {chatScreen(still(renameConversationModel.machine))}
        <Offered />
      </>
    ),
    data: { assistants: [integration(), ...others], conversationsPages: [conversation] },
    logic: { chat },
  })
  const question = page.getByLabelText('Your question')
  await question.fill('How do I care for suede?')
  stage.change({ assistants: others })
  await expect.element(page.getByText(`${others.length} offered`)).toBeVisible()
  expect(question.query()).toHaveValue('How do I care for suede?')
  await stage.close()
})

/** [S2.14] */
walkForm({
  model: renameConversationModel,
  scene: (renameConversation) => ({
    path: '/chat?assistant=i1&conversation=c1',
    view: chatScreen(renameConversation),
    data: { assistants: [integration()], conversationsPages: [conversation] },
    logic: { chat },
  }),
  show: () => button('Rename conversation').first().click(),
  form: dialog('Rename conversation'),
  input: (form) => form.getByLabelText('Name'),
  submit: 'Rename',
  busy: 'Renaming…',
})

/** [S2.17] Every list and record: here, one that is read page by page. */
walkView({
  machine: resourceMachine,
  model: {
    ...resourceModel,
    events: (snapshot) => [
      ...resourceModel.events(snapshot).filter(({ type }) => type !== 'data.arrived'),
      { type: 'data.arrived', data: [], extent: { total: 0, hasMore: false } },
      { type: 'data.arrived', data: [conversation], extent: { total: 1, hasMore: false } },
      { type: 'data.arrived', data: [conversation], extent: { total: 2, hasMore: true } },
    ],
  },
  exceptions: { 'resource | data.arrived | 1': 'A list has rows of its own organization alone.' },
  scene: (pages) => ({
    path: '/conversations',
    view: provided(
      { download: still(downloadMachine) },
      <ConversationList browsed={browsed} filter={{}} shownId={null} />,
    ),
    logic: { pages },
  }),
  begin: async () => look('hidden'),
  heard: ['data.arrived', 'data.awaited', 'data.failed'],
  does: {
    // The end is in view as soon as somebody looks.
    'end.reached': (_, { snapshot }) => {
      look('visible')
      return expect.poll(() => snapshot().matches({ ready: 'loadingMore' })).toBe(true)
    },
    'retry.requested': () => button('Try Again').click(),
  },
  sees: {
    resource: async ({ context }) => {
      look('hidden')
      const links = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
      await expect.poll(() => links.all().length).toBe(((context.data ?? []) as readonly object[]).length)
    },
    'resource.loading': () =>
      expect.poll(() => document.querySelectorAll('main [aria-busy=true]').length).toBeGreaterThan(0),
    'resource.failed': ({ context }) =>
      expect.element(main().getByRole('alert')).toMatchTextContent(context.error ?? '?'),
    'resource.missing': () => expect.element(main()).toMatchTextContent('Not found. It was deleted'),
    'resource.empty': () => expect.element(main()).toMatchTextContent('No questions yet.'),
    'resource.ready': () => expect.element(button('Export as CSV')).toBeVisible(),
    'resource.ready.broken': ({ context }) =>
      expect.element(main().getByRole('alert')).toMatchTextContent(context.error ?? '?'),
  },
})
