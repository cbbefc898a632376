import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createActor, fromPromise, waitFor } from 'xstate'
import { answerFeedbackMachine } from '../../../src/machines/conversations/answer-feedback.machine.ts'
import {
  type ConversationRef,
  conversationMachine,
} from '../../../src/machines/conversations/conversation/conversation.machine.ts'
import type {
  ConversationDetail,
  Retrying,
  Wanted,
} from '../../../src/machines/conversations/conversation/conversation.types.ts'
import { readerMachine } from '../../../src/machines/knowledge/reader.machine.ts'
import { handoverMachine } from '../../../src/machines/visitors/handover.machine.ts'
import type { Answering, Message } from '../../../src/services/contract/conversations.ts'
import { SideBySide } from '../../../src/ui/conversations/playground/side-by-side.tsx'
import { openStage, provided, still } from '../../harness/stage.tsx'
import { conversation, integration, message } from '../../machines/samples.ts'

const detail: ConversationDetail = {
  conversation,
  messages: [
    message('q1', { role: 'user', status: 'complete', content: 'How long?' }),
    message('a1', { status: 'complete', content: 'Thirty days.' }),
  ],
  may_change: true,
}

const refused = (status: number, code: string, message: string) =>
  Object.assign(new Error(message), { status, code, detail: message })

/** One side, once its conversation is read; an answer is not repeated. */
async function sideOf(config: Answering, load = async () => detail): Promise<ConversationRef> {
  const machine = still(conversationMachine).provide({
    actors: {
      loadConversation: fromPromise<ConversationDetail | null, Wanted>(load),
      retry: fromPromise<Message, Retrying>(() =>
        Promise.reject(refused(402, 'plan_limit', 'Your plan has no questions left.')),
      ),
    },
  })
  const side = createActor(machine, {
    input: { integrationId: 'i1', config, conversationId: null },
  }).start()
  await waitFor(side, (snapshot) => !snapshot.hasTag('loading'))
  return side
}

const open = (draft: ConversationRef, published: ConversationRef) =>
  openStage({
    view: provided(
      {
        reader: still(readerMachine),
        answerFeedback: still(answerFeedbackMachine),
        ownHandover: still(handoverMachine),
      },
      <SideBySide integration={integration()} sides={{ draft, published }} />,
    ),
    data: { models: { default: null, offered: [] } },
  })

it('[S2.17] a question is not edited side by side: what was typed before it is back in the field', async () => {
  const draft = await sideOf('draft')
  draft.send({ type: 'draft.changed', text: 'And abroad?' })
  draft.send({ type: 'question.edited' })
  const stage = await open(draft, await sideOf('published'))
  await expect.element(page.getByLabelText('Your question')).toHaveValue('And abroad?')
  expect(draft.getSnapshot().context.edited).toBeNull()
  await stage.close()
})

const sideNamed = (name: string) => page.getByRole('group', { name })

it('[S2.17] a refused Retry is told on its side, and what would help is offered', async () => {
  const stage = await open(await sideOf('draft'), await sideOf('published'))
  await sideNamed('Published, version 1').getByRole('button', { name: 'Retry' }).click()
  const told = sideNamed('Published, version 1').getByRole('alert')
  await expect.element(told).toMatchTextContent('Your plan has no questions left.')
  await expect.element(told.getByRole('button', { name: 'Upgrade' })).toBeVisible()
  await expect.element(sideNamed('Draft').getByRole('alert')).not.toBeInTheDocument()
  await stage.close()
})

it('[S2.17] a side that cannot be read any more is told, and a new conversation is offered', async () => {
  const gone = () => Promise.reject(refused(404, 'not_found', 'This conversation was deleted.'))
  const stage = await open(await sideOf('draft'), await sideOf('published', gone))
  await expect.element(page.getByRole('alert')).toMatchTextContent('This conversation was deleted.')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await page.getByLabelText('Your question').fill('How long?')
  await expect.element(page.getByRole('button', { name: 'Ask both' })).toBeEnabled()
  await stage.close()
})

it('[S2.17] Ask both gives the focus to the question', async () => {
  const stage = await open(await sideOf('draft'), await sideOf('published'))
  const question = page.getByLabelText('Your question')
  await question.fill('And abroad?')
  await page.getByRole('button', { name: 'Ask both' }).click()
  await expect.element(question).toHaveFocus()
  await stage.close()
})
