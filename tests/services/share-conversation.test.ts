import { expect, it } from 'vitest'
import { createActor, fromCallback, waitFor } from 'xstate'
import { bodyOf } from '../../server/kernel/errors.ts'
import type { themeMachine } from '../../src/machines/shell/theme.machine.ts'
import { HttpError } from '../../src/services/http/errors.ts'
import { provideShare } from '../../src/services/visitors/share.provide.ts'
import type { ShareStart } from '../../src/services/visitors/share-start.ts'
import { conversation, message } from '../machines/samples.ts'
import { NOON, page } from '../machines/visitors.model.ts'

/** A page whose visitor has asked before; the server refuses what is asked there with `code`. */
async function revisited(code: string) {
  const refused = new HttpError({ status: 404, body: bodyOf({ code }), text: '', retryAfter: null })
  const asked: (string | null)[] = []
  const api = {
    page: async () => {
      if (code === 'not_found' && asked.length > 0) throw refused
      return page()
    },
    conversations: async () => [conversation],
    conversation: async () => ({ conversation, messages: [], may_change: true }),
    ask: async (content: string, conversationId: string | null) => {
      asked.push(conversationId)
      if (conversationId !== null) throw refused
      return {
        conversation: { ...conversation, id: 'c2' },
        question: message('q2', { role: 'user', content }),
        answer: message('a2'),
        budget: page().budget,
      }
    },
  }
  const share = createActor(
    provideShare({
      start: { api, begun: new Promise(() => {}) } as unknown as ShareStart,
      tab: Object.assign(new EventTarget(), { setInterval: () => 0, clearInterval: () => {} }) as never,
      now: () => NOON,
      theme: fromCallback(() => {}) as unknown as typeof themeMachine,
    }),
    { systemId: 'share', input: { id: 'i1', now: NOON } },
  ).start()
  const { children } = await waitFor(share, (snapshot) => snapshot.hasTag('asking'))
  const shown = children.conversation!
  const settled = () => waitFor(shown, (snapshot) => snapshot.hasTag('settled'))
  await settled()
  shown.send({ type: 'draft.changed', text: 'And now?' })
  shown.send({ type: 'question.submitted' })
  return { share, shown, settled, asked }
}

it('[S2.8] a visitor whose conversation was deleted stays on the page, and asks the question in a new one', async () => {
  const { share, shown, settled, asked } = await revisited('unknown_conversation')
  expect((await settled()).context.draft).toBe('And now?')
  expect(share.getSnapshot().value).toEqual({ shown: 'ready' })
  shown.send({ type: 'question.submitted' })
  await waitFor(shown, ({ context }) => context.conversation?.id === 'c2')
  expect(asked).toEqual([conversation.id, null])
  share.stop()
})

it('[S2.8] a visitor whose assistant is not public any more is told that there is none', async () => {
  const { share } = await revisited('not_found')
  await waitFor(share, (snapshot) => snapshot.matches('notFound'))
  share.stop()
})
