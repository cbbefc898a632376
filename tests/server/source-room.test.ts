import { expect, it } from 'vitest'
import { Refusal } from '../../server/kernel/errors.ts'
import type { FoundItem } from '../../server/knowledge/sources/reader.types.ts'
import { createRoom } from '../../server/knowledge/sources/room.ts'

it('an item without room keeps out those as large, and no smaller ones', async () => {
  const left: number[] = []
  const tried: number[] = []
  const room = createRoom({
    deferred: { add: async () => {} },
    unseen: () => 0,
    leave: ({ body }) => void left.push(body!.length),
  })
  let free = 10
  for (const size of [4, 50, 3, 60, 2, 5]) {
    const item = { body: Buffer.alloc(size) } as unknown as FoundItem
    await room.take(item, true, async () => {
      tried.push(size)
      if (size > free) throw new Refusal(402, { detail: 'The plan is full.', code: 'plan_limit' })
      free -= size
    })
  }
  expect({ tried, left }).toEqual({ tried: [4, 50, 3, 2, 5], left: [50, 60, 5] })
  expect(room.lack()?.code).toBe('plan_limit')
})
