import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { NoSuchKey } from '@aws-sdk/client-s3'
import { expect, it } from 'vitest'
import type { Bucket } from '../../../server/kernel/files/bucket.ts'
import { writeManifest } from '../../../server/knowledge/retrieval/index/files.ts'
import { createSharedSnapshots } from '../../../server/knowledge/retrieval/shared-snapshots.ts'

it('[S7] removes also what is on its way to the store', async () => {
  const objects = new Set<string>()
  let arrive = () => {}
  const onItsWay = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const bucket: Pick<Bucket, 'get' | 'put' | 'remove' | 'list'> = {
    get: async () => Promise.reject(new NoSuchKey({ message: 'none', $metadata: {} })),
    put: async (key) => {
      await onItsWay
      objects.add(key)
    },
    remove: async (key) => void objects.delete(key),
    async *list() {
      for (const key of objects) yield { key, changedAt: new Date() }
    },
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'lectern-shared-'))
  writeManifest(folder, { id: 'one', state: 'some', segments: [] })
  const shared = createSharedSnapshots(bucket as Bucket, () => {})
  const stored = shared.store('base', folder)
  const removed = shared.remove('base')
  arrive()
  await Promise.all([stored, removed])
  expect([...objects]).toEqual([])
  rmSync(folder, { recursive: true })
})
