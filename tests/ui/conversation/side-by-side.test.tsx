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
  Wanted,
} from '../../../src/machines/conversations/conversation/conversation.types.ts'
import { readerMachine } from '../../../src/machines/knowledge/reader.machine.ts'
import { handoverMachine } from '../../../src/machines/visitors/handover.machine.ts'
import type { Answering } from '../../../src/services/contract/conversations.ts'
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

const machine = still(conversationMachine).provide({
  actors: { loadConversation: fromPromise<ConversationDetail | null, Wanted>(async () => detail) },
})

/** One side, once its conversation is read. */
async function sideOf(config: Answering): Promise<ConversationRef> {
  const side = createActor(machine, {
    input: { integrationId: 'i1', config, conversationId: null },
  }).start()
  await waitFor(side, (snapshot) => snapshot.hasTag('settled'))
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
