import { expect, it } from 'vitest'
import { createActor } from 'xstate'
import { createQueryCache } from '../../src/services/cache/query-cache.ts'
import { provideChat } from '../../src/services/conversations/chat.provide.ts'
import { conversation } from '../machines/samples.ts'

it('[S2.17] a tag that was added is among those of the conversation when it is opened again', async () => {
  const cache = createQueryCache()
  const key = ['org', 'o1', 'conversation', { id: conversation.id }]
  cache.setQueryData(key, { conversation, messages: [] })
  const http = {
    call: async (_: unknown, __: unknown, { body }: { body: object }) => ({ ...conversation, ...body }),
  }
  const { conversationTags } = provideChat({ http, cache } as unknown as Parameters<typeof provideChat>[0])
  const actor = createActor(conversationTags, { input: { id: conversation.id, tags: [] } }).start()
  actor.send({ type: 'draft.changed', draft: 'refund' })
  actor.send({ type: 'tag.added' })
  await expect.poll(() => actor.getSnapshot().value).toBe('resting')
  expect(cache.getQueryData(key)).toMatchObject({ conversation: { tags: ['refund'] } })
})
