import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fromCallback, fromPromise } from 'xstate'
import { twoFactorSetupMachine } from '../../../src/machines/accounts/two-factor-setup.machine.ts'
import { assistantSettingsMachine } from '../../../src/machines/assistants/assistant-settings.machine.ts'
import { conversationMachine } from '../../../src/machines/conversations/conversation/conversation.machine.ts'
import { knowledgeBaseMachine } from '../../../src/machines/knowledge/knowledge-base.machine.ts'
import { readerMachine } from '../../../src/machines/knowledge/reader.machine.ts'
import { type ResourceEvent, resourceMachine } from '../../../src/machines/shell/resource/resource.machine.ts'
import { handoverMachine } from '../../../src/machines/visitors/handover.machine.ts'
import { TwoFactorSection } from '../../../src/ui/accounts/security/two-factor-section.tsx'
import { SettingsForm } from '../../../src/ui/assistants/assistant-settings/settings-form.tsx'
import { ConversationPane } from '../../../src/ui/conversations/conversation/conversation-pane.tsx'
import { Passages } from '../../../src/ui/knowledge/knowledge-base/passages.tsx'
import { ReadersDialog } from '../../../src/ui/knowledge/readers/readers-dialog.tsx'
import { NewIntegrationDialog } from '../../../src/ui/parts/new-integration-dialog.tsx'
import { ChannelDialog } from '../../../src/ui/visitors/channels/channel-dialog.tsx'
import { openStage, provided, Started, still } from '../../harness/stage.tsx'
import { endTwoFactorModel, renewBackupCodesModel } from '../../machines/account-forms.model.ts'
import { connectChannelModel } from '../../machines/connect-channel.model.ts'
import { createIntegrationModel } from '../../machines/form.model.ts'
import { changeReadersModel } from '../../machines/knowledge-forms.model.ts'
import { integration, searchHit } from '../../machines/samples.ts'

const OFFLINE = new Error('offline')
const FORBIDDEN = Object.assign(new Error('forbidden'), { status: 403, detail: 'You are not a reader.' })

/** A resource that receives these reports from the cache. */
const reporting = (...events: ResourceEvent[]) =>
  resourceMachine.provide({ actors: { query: fromCallback(({ sendBack }) => events.forEach(sendBack)) } })

const tryAgain = () => page.getByRole('button', { name: 'Try Again' })
const RETRIES = [
  { error: OFFLINE, retries: 1, after: 'a broken connection' },
  { error: FORBIDDEN, retries: 0, after: 'a refusal' },
]

it.each(RETRIES)('[43.1] two-factor log-in keeps its heading after $after', async ({ error, retries }) => {
  const stage = await openStage({
    path: '/security',
    view: provided(
      {
        twoFactorSetup: still(twoFactorSetupMachine),
        endTwoFactor: still(endTwoFactorModel.machine),
        renewBackupCodes: still(renewBackupCodesModel.machine),
      },
      <TwoFactorSection />,
    ),
    logic: { resource: reporting({ type: 'data.failed', error }) },
  })
  await expect.element(page.getByRole('heading', { name: 'Two-factor log-in' })).toBeVisible()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(tryAgain().elements()).toHaveLength(retries)
  expect(page.getByRole('button', { name: /^Turn/ }).elements()).toHaveLength(0)
  await stage.close()
})

it.each(RETRIES)(
  '[43.1] a conversation keeps the heading of its screen after $after',
  async ({ error, retries }) => {
    const conversation = still(conversationMachine).provide({
      actors: { loadConversation: fromPromise(() => Promise.reject(error)) as never },
    })
    const stage = await openStage({
      view: provided(
        { reader: still(readerMachine), ownHandover: still(handoverMachine) },
        <Started
          machine={conversation}
          input={{ integrationId: 'i1', config: 'published', conversationId: 'c1' }}
        >
          {(actor) => <ConversationPane assistant={integration({ name: 'Help desk' })} actor={actor} />}
        </Started>,
      ),
    })
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Help desk', level: 1 })).toBeInTheDocument()
    expect(tryAgain().elements()).toHaveLength(retries)
    await stage.close()
  },
)

it.each(RETRIES)('[43.1] a long list says why it ends after $after', async ({ error, retries }) => {
  const { passage } = searchHit('p1')
  const stage = await openStage({
    view: (
      <Started machine={still(knowledgeBaseMachine)} input={{ organizationId: 'o1', knowledgeBaseId: 'k1' }}>
        {(actor) => <Passages actor={actor} onEdit={undefined} />}
      </Started>
    ),
    logic: {
      pages: reporting(
        { type: 'data.arrived', data: [passage], extent: { total: 2, hasMore: true } },
        { type: 'data.failed', error },
      ),
    },
  })
  await expect.element(page.getByRole('list', { name: 'Passages' })).toBeVisible()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(tryAgain().elements()).toHaveLength(retries)
  await stage.close()
})

/** Opened with these values by its button. */
const formWith = (open: () => void, dialog: ReactNode) => (
  <>
    <button type="button" onClick={open}>
      Open
    </button>
    {dialog}
  </>
)

const CHOICES = [
  {
    what: 'knowledge bases and models',
    isDialog: false,
    none: /No knowledge bases yet|None: quote/,
    view: provided(
      { assistantSettings: still(assistantSettingsMachine) },
      <SettingsForm integration={integration({ name: 'Help desk' })} editable />,
    ),
  },
  {
    what: 'knowledge bases of a new assistant',
    isDialog: true,
    none: /No knowledge bases yet/,
    view: (
      <Started machine={still(createIntegrationModel.machine)}>
        {(actor) =>
          formWith(
            () => actor.send({ type: 'form.opened', values: { knowledge_base_ids: [] } }),
            <NewIntegrationDialog actor={actor} />,
          )
        }
      </Started>
    ),
  },
  {
    what: 'assistants',
    isDialog: true,
    none: /Choose an assistant/,
    view: (
      <Started machine={still(connectChannelModel.machine)}>
        {(actor) =>
          formWith(
            () => actor.send({ type: 'form.opened', values: connectChannelModel.form.valid }),
            <ChannelDialog actor={actor} />,
          )
        }
      </Started>
    ),
  },
  {
    what: 'groups',
    isDialog: true,
    none: /No groups yet/,
    view: (
      <Started machine={still(changeReadersModel.machine)}>
        {(actor) =>
          formWith(
            () => actor.send({ type: 'form.opened', values: { access: 'named' } }),
            <ReadersDialog actor={actor} />,
          )
        }
      </Started>
    ),
  },
]

it.each(CHOICES)(
  '[43.1] does not say that there are no $what before they are known',
  async ({ view, isDialog, none }) => {
    for (const [events, shown] of [
      [[], () => page.getByRole('group', { name: 'Loading' })],
      [[{ type: 'data.failed', error: OFFLINE }], tryAgain],
    ] as const) {
      const stage = await openStage({ view, logic: { resource: reporting(...events) } })
      if (isDialog) await page.getByRole('button', { name: 'Open' }).click()
      await expect.element(shown().first()).toBeVisible()
      expect(document.body.textContent).not.toMatch(none)
      await stage.close()
    }
  },
)
