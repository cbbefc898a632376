import { expect, it } from 'vitest'
import type { Bucket } from '../../../server/kernel/files/bucket.ts'
import { createSharedSnapshots } from '../../../server/knowledge/retrieval/shared-snapshots.ts'

it('[S7] retracts also what is on its way to the store', async () => {
  const objects = new Set<string>()
  let arrive = () => {}
  const onItsWay = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const bucket: Pick<Bucket, 'put' | 'remove' | 'list'> = {
    put: async (key) => {
      await onItsWay
      objects.add(key)
    },
    remove: async (key) => void objects.delete(key),
    async *list() {
      for (const key of objects) yield { key, changedAt: new Date() }
    },
  }
  const shared = createSharedSnapshots(bucket as Bucket, () => {})
  const stored = shared.store('base', 'with the deleted document', 'file')
  const retracted = shared.prune('base', 'without it')
  arrive()
  await Promise.all([stored, retracted])
  expect([...objects]).toEqual([])
})
