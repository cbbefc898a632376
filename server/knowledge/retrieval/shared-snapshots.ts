import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { NoSuchKey } from '@aws-sdk/client-s3'
import { MINUTE } from '../../kernel/durations.ts'
import type { Bucket } from '../../kernel/files/bucket.ts'
import { createTurns } from '../../kernel/turns.ts'
import { fileNamesOf, isBeingWritten, MANIFEST, type Manifest, manifestIn } from './index/files.ts'

const FOLDER = 'indexes/'
/** Files that no manifest names are deleted after this time; until then, a manifest may follow. */
const UNNAMED_AGE_MAX = 10 * MINUTE

export type SharedSnapshots = ReturnType<typeof createSharedSnapshots>

const nullIfMissing = (error: unknown) => {
  if (error instanceof NoSuchKey) return null
  throw error
}

/**
 * Indexes in a bucket, under `indexes/<knowledge base>/`: files of segments, which never change, and a manifest that
 * names those in use and is written last. Other processes load them instead of reading the database. Each file can be
 * deleted at any time. While the store does not respond, each process builds its own index and calls `warn`.
 */
export const createSharedSnapshots = (bucket: Bucket, warn: (error: unknown) => void) => {
  const keyOf = (base: string, file: string) => `${FOLDER}${base}/${file}`
  const manifestOf = async (base: string) => {
    const object = await bucket.get(keyOf(base, MANIFEST)).catch(nullIfMissing)
    const bytes = object && (await buffer(object))
    return { bytes, manifest: manifestIn(bytes) }
  }
  const filesOf = async (base: string) => {
    const files = new Map<string, Date>()
    for await (const { key, changedAt } of bucket.list(keyOf(base, '')))
      files.set(key.slice(keyOf(base, '').length), changedAt)
    return files
  }

  /** Per knowledge base: a transfer must not finish after a removal, and fetches must not run twice. */
  const inTurn = createTurns()

  const write = async (file: string, bytes: Readable | Buffer) => {
    const draft = `${file}.${process.pid}.fetched`
    try {
      await pipeline(bytes instanceof Buffer ? [bytes] : bytes, createWriteStream(draft, { mode: 0o600 }))
      await rename(draft, file)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  const fetch = async (base: string, folder: string, isWanted: (manifest: Manifest) => boolean) => {
    const { bytes, manifest } = await manifestOf(base)
    if (!bytes || !manifest || !isWanted(manifest)) return false
    await mkdir(folder, { recursive: true })
    const there = new Set(await readdir(folder))
    const named = fileNamesOf(manifest)
    for (const { name } of manifest.segments) {
      if (there.has(name)) continue
      // Another process may have replaced the file; its documents are then read from the database.
      const object = await bucket.get(keyOf(base, name)).catch(nullIfMissing)
      if (object) await write(path.join(folder, name), object)
    }
    await write(path.join(folder, MANIFEST), bytes)
    for (const file of there)
      if (!named.has(file) && !isBeingWritten(folder, file))
        await rm(path.join(folder, file), { force: true })
    return true
  }

  const store = async (base: string, folder: string) => {
    const own = manifestIn(await readFile(path.join(folder, MANIFEST)).catch(() => null))
    if (!own) return
    const [{ manifest }, files] = [await manifestOf(base), await filesOf(base)]
    const named = new Set(own.segments.map(({ name }) => name))
    for (const name of named)
      if (!files.has(name)) await bucket.put(keyOf(base, name), path.join(folder, name))
    if (manifest?.id !== own.id) await bucket.put(keyOf(base, MANIFEST), path.join(folder, MANIFEST))
    for (const { name } of manifest?.segments ?? [])
      if (!named.has(name)) await bucket.remove(keyOf(base, name))
  }

  return {
    /** Copies the shared index into a folder if `isWanted` accepts its manifest. Returns whether it did. */
    fetch: (base: string, folder: string, isWanted: (manifest: Manifest) => boolean) =>
      inTurn(base, () => fetch(base, folder, isWanted)).catch((error: unknown) => {
        warn(error)
        return false
      }),

    /** Replaces the shared index by the one in a folder; uploads only missing files. */
    store: (base: string, folder: string) => inTurn(base, () => store(base, folder)).catch(warn),

    remove: (base: string) =>
      inTurn(base, async () => {
        for (const file of (await filesOf(base)).keys()) await bucket.remove(keyOf(base, file))
      }),

    /** Removes unnamed files. Returns the manifest and whether all of its files exist; null without a manifest. */
    async tidy(base: string) {
      const { manifest } = await manifestOf(base)
      const files = await filesOf(base)
      const named = new Set(manifest?.segments.map(({ name }) => name))
      for (const [file, changedAt] of files)
        if (file !== MANIFEST && !named.has(file) && Date.now() - changedAt.getTime() > UNNAMED_AGE_MAX)
          await bucket.remove(keyOf(base, file))
      return manifest && { manifest, isWhole: [...named].every((name) => files.has(name)) }
    },

    /** Ids of the knowledge bases with shared files. */
    async bases() {
      const found = new Set<string>()
      for await (const { key } of bucket.list(FOLDER)) found.add(key.slice(FOLDER.length).split('/')[0] ?? '')
      return [...found]
    },
  }
}
