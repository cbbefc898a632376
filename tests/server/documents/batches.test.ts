import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { written } from '../../../server/kernel/texts/say.ts'
import { createBatches } from '../../../server/knowledge/documents/batches.ts'

const BASE = { id: 'base', name: 'Repairs', organizationId: 'acme' }
const ready = (name: string) => ({ id: name, name, status: 'ready' as const, error: null, createdBy: 'ann' })

describe('[S4.17] news of documents', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const begin = () => {
    const titles: string[] = []
    const settled: ReturnType<typeof ready>[] = []
    const batches = createBatches(
      { announceSettled: async () => ({ base: BASE, settled: settled.splice(0) }) },
      { notify: async ({ type, values }) => void titles.push(written({ code: type, values })) },
      { warn: expect.unreachable },
    )
    const settle = (name: string) => {
      settled.push(ready(name))
      batches.announceSettled(BASE.id)
    }
    return { batches, settle, titles }
  }

  it('come once of those that are added together, though one is ready before the next arrives', async () => {
    const { settle, titles } = begin()
    settle('a.txt')
    await vi.advanceTimersByTimeAsync(1_000)
    settle('b.txt')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(titles).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(titles).toEqual(['2 documents are ready'])
  })

  it('come once, though the next takes longer to arrive than the first to be read', async () => {
    const { batches, settle, titles } = begin()
    let end = () => {}
    const slow = new Promise<void>((resolve) => {
      end = resolve
    })
    const others = [async () => {}, () => slow].map((receive) => batches.whileArriving(BASE.id, receive))
    settle('a.txt')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(titles).toEqual([])
    end()
    await Promise.all(others)
    settle('b.txt')
    await vi.advanceTimersByTimeAsync(1_500)
    expect(titles).toEqual(['2 documents are ready'])
  })

  it('come though the upload of another is broken off', async () => {
    const { batches, settle, titles } = begin()
    await expect(
      batches.whileArriving(BASE.id, () => Promise.reject(new Error('broken off'))),
    ).rejects.toThrow()
    settle('a.txt')
    await vi.advanceTimersByTimeAsync(1_500)
    expect(titles).toEqual(['“a.txt” is ready'])
  })

  it('are told at once when the server stops', async () => {
    const { batches, settle, titles } = begin()
    settle('a.txt')
    await batches.close()
    expect(titles).toEqual(['“a.txt” is ready'])
  })
})
