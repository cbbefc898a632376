import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { snapshotState } from './index/snapshot.ts'
import type { SharedSnapshots } from './shared-snapshots.ts'

export type Snapshots = ReturnType<typeof createSnapshots>

/** The files of indexes on this machine's disk, one for each knowledge base, and those that the processes share. */
export const createSnapshots = (folder: string, shared: SharedSnapshots | null) => {
  const fileOf = (base: string) => path.join(folder, `${base}.index`)
  const holds = async (base: string, state: string) => (await snapshotState(fileOf(base))) === state

  return {
    fileOf,
    /** Whether the own file holds this state of the knowledge base. */
    holds,

    /** The knowledge bases that have a file of their own, finished or not. */
    async onDisk() {
      const files = await readdir(folder).catch(() => [])
      return [...new Set(files.flatMap((file) => /^([0-9a-f-]{36})\.index/.exec(file)?.[1] ?? []))]
    },

    /** Takes over the file that another process made of this state, where the own one holds another. */
    async obtain(base: string, state: string) {
      if (!shared || (await holds(base, state))) return
      await mkdir(folder, { recursive: true })
      await shared.fetch(base, state, fileOf(base))
    },

    /** Gives the others what was written; `state` is the one that the knowledge base has now. */
    share: (base: string, state: string) => shared?.store(base, state, fileOf(base)),

    /** Leaves the others nothing but what holds this state; null leaves nothing. */
    retract: (base: string, state: string | null) => shared?.prune(base, state),

    /** The knowledge bases that the processes share files of. */
    sharedBases: async () => (await shared?.bases()) ?? [],

    remove: (base: string) => rm(fileOf(base), { force: true }),
  }
}
