import { expect, it } from 'vitest'
import { type ChatModelError, withErrors } from '../../../server/assistants/models/chat-model.ts'
import { HELD_MAX, watchLoop } from '../../harness/measurements.ts'

async function* tiny(count: number) {
  for (let n = 0; n < count; n += 1) yield n
}

it('[attack M3] a million tiny events of a provider leave others their turn', async () => {
  const watch = watchLoop()
  let read = 0
  for await (const _ of withErrors(
    () => tiny(1_000_000),
    (error) => error as ChatModelError,
  ))
    read += 1
  expect(watch.end()).toBeLessThan(HELD_MAX)
  expect(read).toBe(1_000_000)
})
