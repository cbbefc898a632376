import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { written } from '../../../server/kernel/texts/say.ts'
import { createBatches } from '../../../server/knowledge/documents/batches.ts'

const BASE = { id: 'base', name: 'Repairs', organizationId: 'acme' }
const ready = (name: string, createdBy: string) => ({
  id: name,
  name,
  status: 'ready' as const,
  error: null,
  createdBy,
})

describe('[S4.17] news of documents', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const begin = () => {
    const titles: string[] = []
    let settled: ReturnType<typeof ready>[] = []
    const batches = createBatches(
      {
        async announceSettled(_, uploaders) {
          const told = settled.filter(({ createdBy }) => !uploaders.includes(createdBy))
          settled = settled.filter((one) => !told.includes(one))
          return { base: BASE, settled: told }
        },
      },
      { notify: async ({ type, values }) => void titles.push(written({ code: type, values })) },
      { warn: expect.unreachable },
    )
    const settle = (name: string, createdBy = 'ann') => {
      settled.push(ready(name, createdBy))
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
    const others = [async () => {}, () => slow].map((receive) =>
      batches.whileArriving(BASE.id, 'ann', receive),
    )
    settle('a.txt')
    settle('of ben.txt', 'ben')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(titles).toEqual(['“of ben.txt” is ready'])
    end()
    await Promise.all(others)
    settle('b.txt')
    await vi.advanceTimersByTimeAsync(1_500)
    expect(titles).toEqual(['“of ben.txt” is ready', '2 documents are ready'])
  })

  it('come though the upload of another is broken off', async () => {
    const { batches, settle, titles } = begin()
    await expect(
      batches.whileArriving(BASE.id, 'ann', () => Promise.reject(new Error('broken off'))),
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
