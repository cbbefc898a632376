import { ReadableStream } from 'node:stream/web'
import { expect, it } from 'vitest'
import { boundedStream } from '../../../server/kernel/fetching/bounded-json.ts'

const CHUNKS = 50

it('[issue 35.9] few lines are handed on at once: who reads them copies the rest of a piece for each', async () => {
  const whole = new Uint8Array(5 * 1024).fill(10)
  const pieces: number[] = []
  for await (const { length } of boundedStream(ReadableStream.from([whole]))) pieces.push(length)
  expect(pieces).toEqual([1024, 1024, 1024, 1024, 1024])
})

it('[issue 35.9] others have a turn before each chunk of a stream, also where many small ones wait', async () => {
  const waiting = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let n = 0; n < CHUNKS; n++) controller.enqueue(new Uint8Array([10, 10]))
      controller.close()
    },
  })
  let turns = 0
  let isOver = false
  const others = () => {
    turns++
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  const turnOf: number[] = []
  for await (const _ of boundedStream(waiting)) turnOf.push(turns)
  isOver = true
  expect(new Set(turnOf).size).toBe(CHUNKS)
})
