import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { conversationTagsMachine } from '../../../src/machines/conversation-tags/conversation-tags.machine.ts'
import { downloadMachine } from '../../../src/machines/download/download.machine.ts'
import { ConversationList } from '../../../src/ui/conversation-browser/conversation-list.tsx'
import { ConversationBrowserMachines } from '../../../src/ui/conversation-browser/machines.ts'
import { Tags } from '../../../src/ui/conversation-browser/tags.tsx'
import { provided } from '../../harness/stage.tsx'
import { conversationTagsModel } from '../../machines/conversation-tags.model.ts'
import { downloadModel } from '../../machines/download.model.ts'
import { conversation } from '../../machines/samples.ts'
import { alertIs, walkView } from './walk.tsx'
import { button } from './walk-form.tsx'

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
    view: provided(
      ConversationBrowserMachines,
      { conversationTags },
      <Tags conversation={{ ...conversation, tags: ['boots'] }} />,
    ),
  }),
  does: {
    'draft.changed': ({ draft }) => tag().fill(draft),
    'tag.added': async () => {
      await tag().click()
      await userEvent.keyboard('{Enter}')
    },
    'tag.removed': ({ tag }) => button(`Remove the tag ${tag}`).click(),
  },
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
    view: provided(
      ConversationBrowserMachines,
      { download },
      <ConversationList browsed={browsed} filter={{}} shownId={null} />,
    ),
    data: { conversationsPages: [conversation] },
  }),
  does: { 'operation.requested': () => button('Export as CSV').click() },
  sees: {
    'download.idle': () => expect.element(button('Export as CSV')).toBeEnabled(),
    'download.running': () => expect.element(button('Export as CSV')).toBeDisabled(),
  },
})
