import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fromCallback } from 'xstate'
import type { Role } from '../../../src/services/contract/roles.ts'
import '../../../src/ui/theme/base.css'
import { createIntegrationMachine } from '../../../src/machines/assistants/create-integration.machine.ts'
import { improveAnswerMachine } from '../../../src/machines/assistants/improve-answer/improve-answer.machine.ts'
import { renewalMachine } from '../../../src/machines/billing/renewal.machine.ts'
import {
  type TrialBannerEvent,
  trialBannerMachine,
} from '../../../src/machines/billing/trial-banner.machine.ts'
import { answerFeedbackMachine } from '../../../src/machines/conversations/answer-feedback.machine.ts'
import { conversationTagsMachine } from '../../../src/machines/conversations/conversation-tags.machine.ts'
import { changeReadersMachine } from '../../../src/machines/knowledge/change-readers.machine.ts'
import { createKnowledgeBaseMachine } from '../../../src/machines/knowledge/create-knowledge-base.machine.ts'
import { takeGoldenMachine } from '../../../src/machines/knowledge/golden.machine.ts'
import { readerMachine } from '../../../src/machines/knowledge/reader.machine.ts'
import { confirmationMachine } from '../../../src/machines/shared/confirmation.machine.ts'
import { gettingStartedMachine } from '../../../src/machines/shell/getting-started.machine.ts'
import { IntegrationsScreen } from '../../../src/ui/assistants/integrations/integrations-screen.tsx'
import { Meters } from '../../../src/ui/billing/meters.tsx'
import { PaymentScreen } from '../../../src/ui/billing/payment-screen.tsx'
import { SubscriptionCard } from '../../../src/ui/billing/subscription-card.tsx'
import { TrialBanner } from '../../../src/ui/billing/trial-banner.tsx'
import { UpgradePrompt } from '../../../src/ui/billing/upgrade-prompt.tsx'
import { PastConversation } from '../../../src/ui/conversations/conversation-browser/past-conversation.tsx'
import { KnowledgeBasesScreen } from '../../../src/ui/knowledge/knowledge-bases/knowledge-bases-screen.tsx'
import { openStage, provided, Started, still } from '../../harness/stage.tsx'
import { DAY, NOW } from '../../machines/billing.model.ts'
import {
  conversation,
  integration,
  knowledgeBase,
  message,
  organization,
  plans,
  renewal,
  subscription,
} from '../../machines/samples.ts'

it('a viewer sees the first steps, and nothing that only editors may do', async () => {
  const machines = {
    createIntegration: still(createIntegrationMachine),
    gettingStarted: still(gettingStartedMachine),
  }
  const stage = await openStage({
    view: provided(machines, <IntegrationsScreen />),
    data: { integrations: [], knowledgeBases: [] },
    organizations: [{ ...organization('o1'), role: 'viewer' }],
  })
  await expect.element(page.getByRole('main')).toMatchTextContent('You can ask assistants.')
  expect(page.getByRole('main').getByRole('button').all()).toEqual([])
  await stage.close()
})

it.each([
  ['pro', 1],
  ['business', 0],
  ['enterprise', 0],
])('[S1.3] [spec 11] nothing larger is offered than the largest plan: %s', async (plan_id, shown) => {
  const stage = await openStage({
    view: <UpgradePrompt collapsed={false} />,
    data: { subscription: subscription({ plan_id }) },
    organizations: [organization('o1')],
  })
  await expect.poll(() => page.getByRole('complementary', { name: 'Upgrade' }).all().length).toBe(shown)
  await stage.close()
})

it.each([
  ['owner', 1],
  ['editor', 0],
] as const)(
  '[S1.3] [S4.15] the trial and the upgrade are shown to an owner alone: %s',
  async (role, shown) => {
    const stage = await openStage({
      view: (
        <>
          <TrialBanner />
          <UpgradePrompt collapsed={false} />
        </>
      ),
      data: { subscription: subscription({ plan_id: 'free' }) },
      organizations: [{ ...organization('o1'), role }],
      logic: {
        trialBanner: still(trialBannerMachine).provide({
          actors: {
            watchClock: fromCallback<TrialBannerEvent>(({ sendBack }) =>
              sendBack({ type: 'clock.ticked', now: NOW, today: '2026-01-31', dismissedOn: null }),
            ),
            watchSubscription: fromCallback<TrialBannerEvent, { organizationId: string }>(({ sendBack }) =>
              sendBack({ type: 'subscription.read', planId: 'pro', trialEnd: NOW + 3 * DAY }),
            ),
          },
        }),
      },
    })
    for (const name of ['Trial', 'Upgrade'])
      await expect.poll(() => page.getByRole('complementary', { name }).all().length).toBe(shown)
    await stage.close()
  },
)

it.each([
  ['owner', 1],
  ['admin', 0],
] as const)('[43.8] the way to another plan is an owner’s: %s', async (role, shown) => {
  const stage = await openStage({
    view: provided({ renewal: still(renewalMachine) }, <SubscriptionCard />),
    data: { subscription: subscription(), plans },
    organizations: [{ ...organization('o1'), role }],
  })
  await expect.poll(() => page.getByRole('link', { name: 'Change plan' }).all().length).toBe(shown)
  await expect.poll(() => page.getByText('Only owners can change the plan.').all().length).toBe(1 - shown)
  await stage.close()
})

it.each([
  ['paid', null, 1, 'Add seats'],
  ['past due', renewal({ state: 'past_due' }), 0, 'Pay now'],
] as const)('[43] more seats are offered where they are sold: %s', async (_, paidBy, seats, link) => {
  const meters = [
    { key: 'members', used: 15, limit: 15, resets_at: null },
    { key: 'documents', used: 88, limit: 99, resets_at: null },
  ] as const
  const usage = { plan_id: 'pro', plan_name: 'Pro', period_start: '', period_end: '', meters: [...meters] }
  const pro = subscription({ plan_id: 'pro', seats: 0, renewable: paidBy !== null, renewal: paidBy })
  const stage = await openStage({
    view: provided(
      { renewal: still(renewalMachine) },
      <>
        <SubscriptionCard />
        <Meters usage={usage} />
      </>,
    ),
    data: { subscription: pro, plans },
    organizations: [organization('o1')],
  })
  await expect.element(page.getByRole('link', { name: link })).toBeVisible()
  expect(page.getByRole('link', { name: /seats$/ }).all()).toHaveLength(seats)
  expect(page.getByRole('button', { name: 'Add seats' }).all()).toHaveLength(seats)
  expect(page.getByRole('button', { name: 'Upgrade' }).all()).toHaveLength(2)
  // [ux 22] a share is written as the language does.
  await expect.element(page.getByRole('list')).toMatchTextContent('89% used.')
  await stage.close()
})

it('[43.8] invoices and payments are not shown to an editor', async () => {
  const stage = await openStage({
    view: <PaymentScreen />,
    path: '/payment',
    organizations: [{ ...organization('o1'), role: 'editor' }],
  })
  await expect.element(page.getByText('Only owners and admins can see invoices and payments.')).toBeVisible()
  await stage.close()
})

const asked = {
  conversation,
  messages: [
    message('q1', { role: 'user', status: 'complete', content: 'Do you ship?' }),
    message('a1', { status: 'complete', answered: false, content: 'The documents do not say.' }),
  ],
  may_change: true,
}

/** The page of a conversation that is over. */
const openPast = (of: typeof asked, role: Role) => {
  const past = (
    <Started machine={still(confirmationMachine)}>
      {(deletion) => (
        <PastConversation title="Conversations" listPath="/conversations" id="c1" deletion={deletion} />
      )}
    </Started>
  )
  return openStage({
    view: provided(
      { reader: still(readerMachine), answerFeedback: still(answerFeedbackMachine) },
      provided(
        { conversationTags: still(conversationTagsMachine), takeGolden: still(takeGoldenMachine) },
        provided({ improveAnswer: still(improveAnswerMachine) }, past),
      ),
    ),
    data: { conversation: { ...of, handover: null }, integrations: [integration()] },
    organizations: [{ ...organization('o1'), role }],
  })
}

it('[readers] an answer from what the reader may not read is a note, and nothing can be done with it', async () => {
  const [question, answer] = asked.messages
  const withheld = { ...answer!, content: '', withheld: true }
  const stage = await openPast({ ...asked, messages: [question!, withheld] }, 'owner')
  await expect
    .element(page.getByText('This answer comes from a knowledge base that you cannot read.'))
    .toBeVisible()
  for (const name of ['Improve this answer', 'Copy'])
    expect(page.getByRole('button', { name }).all()).toHaveLength(0)
  await stage.close()
})

it.each([
  ['editor', 1],
  ['viewer', 0],
] as const)(
  '[S2.14] an answer is improved by those who may edit knowledge (issue 40): %s',
  async (role, shown) => {
    const stage = await openPast(asked, role)
    await expect.element(page.getByText('The documents do not say.')).toBeVisible()
    expect(page.getByRole('button', { name: 'Improve this answer' }).all()).toHaveLength(shown)
    await stage.close()
  },
)

it('what people write has its own direction', async () => {
  const [name, description] = ['دليل الموظفين.', 'سياسة الإرجاع.']
  const stage = await openStage({
    view: provided(
      { changeReaders: still(changeReadersMachine) },
      provided({ createKnowledgeBase: still(createKnowledgeBaseMachine) }, <KnowledgeBasesScreen />),
    ),
    data: { knowledgeBases: [knowledgeBase({ name, description })], restrictedBases: [] },
  })
  await expect.element(page.getByRole('link', { name })).toHaveStyle({ direction: 'rtl' })
  await expect.element(page.getByText(description)).toHaveStyle({ unicodeBidi: 'plaintext' })
  await stage.close()
})
