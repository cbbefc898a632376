import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createActor, fromPromise } from 'xstate'
import { answerFeedbackMachine } from '../../../src/machines/conversations/answer-feedback.machine.ts'
import {
  type ConversationRef,
  conversationMachine,
} from '../../../src/machines/conversations/conversation/conversation.machine.ts'
import { readerMachine } from '../../../src/machines/knowledge/reader.machine.ts'
import { type HandoverRef, handoverMachine } from '../../../src/machines/visitors/handover.machine.ts'
import type { HandoverEntry } from '../../../src/services/contract/handover.ts'
import { ConversationPane } from '../../../src/ui/conversations/conversation/conversation-pane.tsx'
import { NewReply } from '../../../src/ui/conversations/conversation/new-answer.tsx'
import { openStage, provided, still } from '../../harness/stage.tsx'
import { draw } from '../../harness/view.tsx'
import { VIEWS } from '../../machines/handover.model.ts'
import { conversation, integration, message } from '../../machines/samples.ts'

const announced = () => document.querySelector('[aria-live=polite]')

const answered = {
  conversation,
  messages: [
    message('q1', { role: 'user', status: 'complete', content: 'How long?' }),
    message('a1', { status: 'complete', content: 'Thirty days.' }),
  ],
  may_change: true,
}

/** A conversation with an answer, in which the next question waits until the test refuses it. */
async function openAnswered(load = async () => answered) {
  const { promise, reject } = Promise.withResolvers()
  const actor = createActor(
    still(conversationMachine).provide({
      actors: { loadConversation: fromPromise(load), ask: fromPromise(() => promise) },
    } as never),
    { input: { integrationId: 'i1', config: 'draft', conversationId: null } },
  ).start() as ConversationRef
  const stage = await openStage({
    view: provided(
      {
        answerFeedback: still(answerFeedbackMachine),
        ownHandover: still(handoverMachine),
        reader: still(readerMachine),
      },
      <ConversationPane assistant={integration()} actor={actor} />,
    ),
    data: { models: { default: null, offered: [] } },
  })
  return { stage, actor, refuse: (error: Error = new Error('no network')) => reject(error) }
}

it('[S2.17] an answer is not announced again if the next question is refused', async () => {
  const { stage, refuse } = await openAnswered()
  await expect.element(page.getByRole('article')).toBeVisible()
  expect(announced()).toHaveTextContent('Thirty days.')
  let changes = 0
  new MutationObserver(() => changes++).observe(announced()!, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  await page.getByLabelText('Your question').fill('And abroad?')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'And abroad?' })).toBeVisible()
  refuse()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(announced()).toHaveTextContent('Thirty days.')
  expect(changes).toBe(0)
  await stage.close()
})

it('[S2.17] New gives the focus to the question', async () => {
  const { stage } = await openAnswered()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await expect.element(page.getByLabelText('Your question')).toHaveFocus()
  await stage.close()
})

it('[S2.17] Keep it as it was, Ask and Retry give the focus to the question', async () => {
  const { stage, refuse } = await openAnswered()
  const field = page.getByLabelText('Your question')
  await page.getByRole('button', { name: 'Edit question' }).click()
  await page.getByRole('button', { name: 'Keep it as it was' }).click()
  await expect.element(field).toHaveFocus()
  await field.fill('And abroad?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect.element(field).toHaveFocus()
  refuse()
  await page.getByRole('button', { name: 'Retry' }).last().click()
  await expect.element(field).toHaveFocus()
  await stage.close()
})

it('[S2.17] Stop gives the focus to the question', async () => {
  const [question] = answered.messages
  const messages = [question!, message('a1', { content: 'Thirty' })]
  const { stage } = await openAnswered(async () => ({ ...answered, messages }))
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.element(page.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Your question')).toHaveFocus()
  await stage.close()
})

it('[S2.17] while a conversation is read again, because another tab asks, the focus and typed letters stay', async () => {
  const again = Promise.withResolvers<typeof answered>()
  const reads = [Promise.resolve(answered), again.promise]
  const { stage, actor, refuse } = await openAnswered(() => reads.shift()!)
  const field = page.getByLabelText('Your question')
  await field.fill('And abroad?')
  await userEvent.keyboard('{Enter}')
  refuse(Object.assign(new Error('busy'), { status: 409, code: 'still_answering', detail: 'Wait.' }))
  await expect.poll(() => actor.getSnapshot().value).toBe('loading')
  await expect.element(page.getByRole('article')).toMatchTextContent('Thirty days.')
  await expect.element(page.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'New', exact: true })).toBeDisabled()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard(' Or at sea?')
  const asked = message('q2', { role: 'user', status: 'complete', content: 'By mail?' })
  again.resolve({ ...answered, messages: [...answered.messages, asked, message('a2')] })
  await expect.element(page.getByRole('heading', { name: 'By mail?' })).toBeVisible()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('And abroad? Or at sea?')
  await stage.close()
})

it('a reply or action of a person is announced if it arrives while the conversation is shown', async () => {
  const actor = createActor(still(handoverMachine)).start() as HandoverRef
  const { replied } = VIEWS
  const read = (conversationId: string, ...more: Partial<HandoverEntry>[]) =>
    actor.send({
      type: 'handover.read',
      conversationId,
      view: {
        ...replied,
        entries: [
          ...replied.entries,
          ...more.map((entry, n) => ({ ...replied.entries[1]!, id: `${conversationId} ${n}`, ...entry })),
        ],
      },
    })
  const spoken = () => announced()?.textContent
  await draw(<NewReply actor={actor} />)
  read('c1')
  await expect.poll(spoken).toBe('')
  const reply = { content: 'It is **on its way**.' }
  read('c1', reply)
  await expect.poll(spoken).toBe('Ben: It is on its way.')
  read('c1', reply, { ...reply, author: '' })
  await expect.poll(spoken).toBe('Our team: It is on its way.')
  const resolved = { kind: 'resolved', content: '' } as const
  read('c1', reply, reply, resolved)
  await expect.poll(spoken).toBe('Ben marked the conversation as resolved.')
  // What the visitor writes is not news.
  read('c1', reply, reply, resolved, { kind: 'visitor', author: '', content: 'Thank you.' })
  await expect.poll(spoken).toBe('Ben marked the conversation as resolved.')
  read('c2', { content: 'Long ago.' })
  await expect.poll(spoken).toBe('')
})
