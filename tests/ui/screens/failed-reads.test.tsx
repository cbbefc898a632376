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
import { openStage, provided, Started, still } from '../../harness/stage.tsx'
import { endTwoFactorModel, renewBackupCodesModel } from '../../machines/account-forms.model.ts'
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

const CHOICES = [
  {
    what: 'knowledge bases and models',
    open: null,
    none: /No knowledge bases yet|None: quote/,
    view: provided(
      { assistantSettings: still(assistantSettingsMachine) },
      <SettingsForm integration={integration({ name: 'Help desk' })} editable />,
    ),
  },
  {
    what: 'groups',
    open: 'Readers',
    none: /No groups yet/,
    view: (
      <Started machine={still(changeReadersModel.machine)}>
        {(actor) => (
          <>
            <button
              type="button"
              onClick={() => actor.send({ type: 'form.opened', values: { access: 'named' } })}
            >
              Readers
            </button>
            <ReadersDialog actor={actor} />
          </>
        )}
      </Started>
    ),
  },
]

it.each(CHOICES)(
  '[43.1] does not say that there are no $what before they are known',
  async ({ view, open, none }) => {
    for (const [events, shown] of [
      [[], () => page.getByRole('group', { name: 'Loading' })],
      [[{ type: 'data.failed', error: OFFLINE }], tryAgain],
    ] as const) {
      const stage = await openStage({ view, logic: { resource: reporting(...events) } })
      if (open) await page.getByRole('button', { name: open }).click()
      await expect.element(shown().first()).toBeVisible()
      expect(document.body.textContent).not.toMatch(none)
      await stage.close()
    }
  },
)
