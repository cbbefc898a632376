import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { NoSuchKey } from '@aws-sdk/client-s3'
import type { Bucket } from '../../kernel/files/bucket.ts'
import { createTurns } from '../../kernel/turns.ts'
import { SNAPSHOT_FORMAT } from './index/snapshot.ts'

const FOLDER = 'indexes/'

export type SharedSnapshots = ReturnType<typeof createSharedSnapshots>

/**
 * Index files in a bucket, under `indexes/<knowledge base>/<format>-<hash of its state>`: other processes load them
 * instead of reading the database. Each file can be deleted at any time. While the store does not respond, each
 * process builds its own index and calls `warn`.
 */
export const createSharedSnapshots = (bucket: Bucket, warn: (error: unknown) => void) => {
  const folderOf = (base: string) => `${FOLDER}${base}/`
  const keyOf = (base: string, state: string) =>
    `${folderOf(base)}${SNAPSHOT_FORMAT}-${createHash('sha256').update(state).digest('hex').slice(0, 32)}`

  /** An object that is on its way when its state is retracted would arrive after that. */
  const inTurn = createTurns()

  /** Removes all of a knowledge base but one; says whether that one is there. */
  const keepOnly = async (base: string, kept: string | null) => {
    let isThere = false
    for await (const { key } of bucket.list(folderOf(base))) {
      if (key === kept) isThere = true
      else await bucket.remove(key)
    }
    return isThere
  }

  return {
    /** Writes the file of a state to the disk, whole or not at all; where there is none, nothing happens. */
    async fetch(base: string, state: string, file: string) {
      const draft = `${file}.${process.pid}.fetched`
      try {
        await pipeline(await bucket.get(keyOf(base, state)), createWriteStream(draft, { mode: 0o600 }))
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        if (!(error instanceof NoSuchKey)) warn(error)
      }
    },

    /** Stores what another process has not stored yet, in the place of all older states. */
    store: (base: string, state: string, file: string) =>
      inTurn(base, async () => {
        const key = keyOf(base, state)
        if (!(await keepOnly(base, key))) await bucket.put(key, file)
      }).catch(warn),

    /** Removes all states but this one; null removes all. */
    prune: (base: string, state: string | null) =>
      inTurn(base, () => keepOnly(base, state === null ? null : keyOf(base, state))),

    /** The knowledge bases that there are files of. */
    async bases() {
      const found = new Set<string>()
      for await (const { key } of bucket.list(FOLDER)) found.add(key.slice(FOLDER.length).split('/')[0] ?? '')
      return [...found]
    },
  }
}
