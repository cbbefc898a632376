import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileNamesOf, hasDead, MANIFEST, type Manifest, manifestIn } from './index/files.ts'
import type { SharedSnapshots } from './shared-snapshots.ts'

export type Snapshots = ReturnType<typeof createSnapshots>

/** Indexes on this machine’s disk, in one folder per knowledge base, and indexes shared by all processes. */
export const createSnapshots = (root: string, shared: SharedSnapshots | null) => {
  const folderOf = (base: string) => path.join(root, base)
  const manifestOf = async (base: string) =>
    manifestIn(await readFile(path.join(folderOf(base), MANIFEST)).catch(() => null))

  return {
    folderOf,

    /** Whether the disk contains exactly the files of this state of the knowledge base. */
    async holds(base: string, state: string) {
      const manifest = await manifestOf(base)
      if (manifest?.state !== state || hasDead(manifest)) return false
      const files = await readdir(folderOf(base))
      const named = fileNamesOf(manifest)
      return files.length === named.size && files.every((file) => named.has(file))
    },

    /** Ids of the knowledge bases with files on this disk, including unfinished ones. */
    async onDisk() {
      const files = await readdir(root).catch(() => [])
      return [...new Set(files.flatMap((file) => /^[0-9a-f-]{36}(?=$|\.index)/.exec(file) ?? []))]
    },

    /** Fetches the shared index if it has this state; without a local index, also if it is older. */
    async fetchShared(base: string, state: string) {
      const own = await manifestOf(base)
      if (own?.state === state) return
      await shared?.fetch(base, folderOf(base), (found) => found.state === state || own === null)
    },

    /** Fetches this state if another process has shared it, and returns whether it did; `isClean` rejects deleted content. */
    async adoptShared(base: string, state: string, isClean: boolean) {
      const own = await manifestOf(base)
      const isWanted = (found: Manifest) =>
        found.id !== own?.id && found.state === state && !(isClean && hasDead(found))
      return (await shared?.fetch(base, folderOf(base), isWanted)) ?? false
    },

    /** Shares the local index with the other processes. */
    share: (base: string) => shared?.store(base, folderOf(base)),

    shared,

    async remove(base: string) {
      await rm(folderOf(base), { recursive: true, force: true })
      for (const file of await readdir(root).catch(() => []))
        if (file.startsWith(`${base}.index`)) await rm(path.join(root, file), { force: true })
    },
  }
}
