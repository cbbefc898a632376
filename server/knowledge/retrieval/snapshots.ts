import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { hasDead, MANIFEST, type Manifest, manifestIn } from './index/files.ts'
import type { SharedSnapshots } from './shared-snapshots.ts'

export type Snapshots = ReturnType<typeof createSnapshots>

/** The indexes on this machine's disk, a folder for each knowledge base, and those that the processes share. */
export const createSnapshots = (root: string, shared: SharedSnapshots | null) => {
  const folderOf = (base: string) => path.join(root, base)
  const manifestOf = async (base: string) =>
    manifestIn(await readFile(path.join(folderOf(base), MANIFEST)).catch(() => null))

  return {
    folderOf,

    /** Whether the disk holds this state of the knowledge base, whole, and nothing besides. */
    async holds(base: string, state: string) {
      const manifest = await manifestOf(base)
      if (manifest?.state !== state || hasDead(manifest)) return false
      const files = await readdir(folderOf(base))
      const named = new Set([MANIFEST, ...manifest.segments.map(({ name }) => name)])
      return files.length === named.size && files.every((file) => named.has(file))
    },

    /** The knowledge bases that something on this disk is of, finished or not. */
    async onDisk() {
      const files = await readdir(root).catch(() => [])
      return [...new Set(files.flatMap((file) => /^[0-9a-f-]{36}(?=$|\.index)/.exec(file) ?? []))]
    },

    /** Begins with what another process has indexed of this state, or of an earlier one where nothing is here. */
    async obtain(base: string, state: string) {
      const own = await manifestOf(base)
      if (own?.state === state) return
      await shared?.fetch(base, folderOf(base), (found) => found.state === state || own === null)
    },

    /** Whether another process has written this state, and its files are here now; those of a clean one hold nothing that was deleted. */
    async takeOver(base: string, state: string, isClean: boolean) {
      const own = await manifestOf(base)
      const isWanted = (found: Manifest) =>
        found.id !== own?.id && found.state === state && !(isClean && hasDead(found))
      return (await shared?.fetch(base, folderOf(base), isWanted)) ?? false
    },

    /** Gives the others what is here. */
    share: (base: string) => shared?.store(base, folderOf(base)),

    shared,

    async remove(base: string) {
      await rm(folderOf(base), { recursive: true, force: true })
      for (const file of await readdir(root).catch(() => []))
        if (file.startsWith(`${base}.index`)) await rm(path.join(root, file), { force: true })
    },
  }
}
