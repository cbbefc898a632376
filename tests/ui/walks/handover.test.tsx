import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AnyStateMachine, createActor, fromPromise } from 'xstate'
import {
  type ConversationRef,
  conversationMachine,
} from '../../../src/machines/conversations/conversation/conversation.machine.ts'
import type { Wanted } from '../../../src/machines/conversations/conversation/conversation.types.ts'
import { type HandoverRef, handoverMachine } from '../../../src/machines/visitors/handover.machine.ts'
import { handoverSettingsMachine } from '../../../src/machines/visitors/handover-settings.machine.ts'
import type { ConversationDetail } from '../../../src/services/contract/conversations.ts'
import type { VisitorHandover } from '../../../src/services/contract/handover.ts'
import { HandoverSettingsPanel } from '../../../src/ui/assistants/assistant-settings/handover-settings-panel.tsx'
import { Composer } from '../../../src/ui/conversations/conversation/composer.tsx'
import { HandoverPanel } from '../../../src/ui/conversations/conversation/handover-panel.tsx'
import { useMessageField } from '../../../src/ui/conversations/conversation/person-composer.tsx'
import { QuestionField } from '../../../src/ui/conversations/conversation/question-field.tsx'
import type { Model } from '../../harness/model/model.ts'
import { provided, Started, still } from '../../harness/stage.tsx'
import { draw, inTheme } from '../../harness/view.tsx'
import { handoverModel, VIEWS } from '../../machines/handover.model.ts'
import { handoverSettingsModel, NOT_OFFERED } from '../../machines/record.model.ts'
import { integration } from '../../machines/samples.ts'
import { walkView } from './walk.tsx'
import { button } from './walk-form.tsx'
import { walkRecord } from './walk-record.tsx'

walkRecord({
  machine: handoverSettingsMachine,
  model: handoverSettingsModel as Model<AnyStateMachine>,
  scene: (handoverSettings) => ({
    view: provided({ handoverSettings }, <HandoverSettingsPanel integration={integration()} editable />),
    data: { handoverSettings: NOT_OFFERED },
  }),
  field: { name: 'email', label: 'Send an email to' },
  exceptions: {
    'handoverSettings.unchanged | field.changed | 1': 'a text that the field holds already is not typed',
  },
})

/** Under the conversation, with the composer while a person is there. */
function WayToPerson({ actor }: { actor: HandoverRef }) {
  const field = useMessageField(actor)
  return (
    <>
      <HandoverPanel actor={actor} isSettled />
      {field && <QuestionField {...field} />}
    </>
  )
}

const form = () => page.getByRole('form', { name: 'Talk to a person' })
const message = () => page.getByLabelText('Message to Ben')

walkView({
  machine: handoverMachine,
  model: {
    ...handoverModel,
    // What the view does not offer nobody can press.
    events: (snapshot) =>
      handoverModel
        .events(snapshot)
        .filter(({ type }) => type !== 'draft.changed' || snapshot.context.view?.person != null)
        .filter(
          (event) =>
            !['message.submitted', 'request.closed', 'rating.given', 'verdict.given'].includes(event.type) ||
            snapshot.can(event as never),
        )
        .filter(
          ({ type }) =>
            type !== 'field.changed' ||
            (snapshot.matches('asking') && snapshot.context.view?.customer === null),
        ),
  },
  scene: (machine) => ({
    view: (
      <Started machine={machine} input={handoverModel.input}>
        {(actor) => <WayToPerson actor={actor} />}
      </Started>
    ),
  }),
  heard: [
    'handover.read',
    'conversation.left',
    'question.returned',
    'contact.recalled',
    'typing.received',
    'identity.refused',
    'draft.recalled',
    'view.left',
  ],
  does: {
    'form.opened': () => button('Talk to a person').click(),
    'field.changed': ({ value }) => page.getByLabelText('Email address').fill(value),
    'form.submitted': () => form().getByRole('button', { name: 'Send' }).click(),
    'form.closed': () => button('Not now').click(),
    'draft.changed': ({ text }) => message().fill(text),
    'message.submitted': async () => {
      await message().click()
      await userEvent.keyboard('{Enter}')
    },
    'request.closed': () => button('Close request').click(),
    'rating.given': ({ rating }) => button(`${rating} stars of 5`).click(),
    'verdict.given': () => page.getByRole('group', { name: 'Did this help?' }).getByText('No').click(),
  },
  sees: {
    'handover.absent': () => expect.element(form()).not.toBeInTheDocument(),
    'handover.offered': () => expect.element(button('Talk to a person')).toBeVisible(),
    'handover.asking': async ({ context }) => {
      await expect.element(form()).toMatchTextContent('We usually reply within 4 hours.')
      if (context.view?.requester === 'trial')
        await expect.element(form()).toMatchTextContent('nothing is sent and no one is notified')
      const { customer } = context.view ?? {}
      if (customer) await expect.element(form()).toMatchTextContent(`${customer.name}, ${customer.email}`)
      else if (context.unproved)
        await expect.element(form()).toMatchTextContent('could not confirm who you are')
      for (const text of [context.error, ...(customer ? [] : Object.values(context.fieldErrors))])
        if (text) await expect.element(form()).toMatchTextContent(text)
    },
    'handover.sending': () => expect.element(button('Sending…')).toBeDisabled(),
    'handover.underWay.sent': () =>
      expect.element(page.getByRole('main')).toMatchTextContent('otherwise to grace@example.com'),
    'handover.underWay.waiting': async ({ context }) => {
      if (context.view?.person) await expect.element(message()).toHaveValue(context.draft)
      if (context.view?.requester === 'trial')
        await expect
          .element(page.getByRole('main'))
          .toMatchTextContent('This was a preview: nothing was sent')
      if (context.error) await expect.element(page.getByRole('alert')).toHaveTextContent(context.error)
    },
    'handover.underWay.answered': ({ context }) => expect.element(message()).toHaveValue(context.draft),
    // What is heard meanwhile may be that the person has gone.
    'handover.writing': async ({ context }) => {
      if (!context.view?.person) return
      await expect.element(button('Send')).toBeDisabled()
      await expect.element(message()).toHaveValue(context.draft)
    },
    'handover.closed.idle': ({ context }) =>
      context.view?.rating === null
        ? expect.element(page.getByRole('group', { name: 'How did we help?' })).toBeVisible()
        : expect.element(page.getByText('Thank you.')).toBeVisible(),
    'handover.assisted.idle': ({ context }) =>
      context.view?.helped === null
        ? expect.element(page.getByRole('group', { name: 'Did this help?' })).toBeVisible()
        : expect.element(page.getByText('Thank you.')).toBeVisible(),
  },
  exceptions: {
    'handover.sending | field.changed | 0': 'the form is on its way before anything else is typed in a walk',
  },
})

it('[43.1] asks whether an answer helped once it is complete', async () => {
  const actor = createActor(still(handoverMachine)).start() as HandoverRef
  actor.send({ type: 'handover.read', conversationId: 'c1', view: VIEWS.assisted })
  const verdict = page.getByRole('group', { name: 'Did this help?' })
  const answering = await draw(<HandoverPanel actor={actor} isSettled={false} />)
  await expect.element(verdict).not.toBeInTheDocument()
  await answering.rerender(inTheme(<HandoverPanel actor={actor} isSettled />))
  await expect.element(verdict).toBeVisible()
})

/** The composer of a conversation in which a person may take over. */
function Asking({ conversation, handover }: { conversation: ConversationRef; handover: HandoverRef }) {
  return (
    <Composer
      actor={conversation}
      placeholder="Ask"
      started
      message={useMessageField(handover)}
      onNew={() => {}}
      autoFocus={false}
    />
  )
}

it('leaves the focus and the typed text in the field where a person takes over, and hands back', async () => {
  const conversation = createActor(
    still(conversationMachine).provide({
      actors: { loadConversation: fromPromise<ConversationDetail | null, Wanted>(async () => null) },
    }),
    { input: { integrationId: 'i1', config: 'published', conversationId: null } },
  ).start()
  const handover = createActor(still(handoverMachine), {
    input: { conversation: conversation as ConversationRef, organizationId: 'o1' },
  }).start() as HandoverRef
  const read = (view: VisitorHandover) => handover.send({ type: 'handover.read', conversationId: 'c1', view })
  read(VIEWS.asked)
  const drawn = await draw(<Asking conversation={conversation as ConversationRef} handover={handover} />)
  const field = page.getByRole('textbox')
  await field.fill('And abr')
  read(VIEWS.taken)
  await expect.element(field).toHaveAccessibleName('Message to Ben')
  await userEvent.keyboard('oa')
  read(VIEWS.resolved)
  await expect.element(field).toHaveAccessibleName('Your question')
  await userEvent.keyboard('d?')
  await expect.element(field).toHaveValue('And abroad?')
  await drawn.unmount()
})
