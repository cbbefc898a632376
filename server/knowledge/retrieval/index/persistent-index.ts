import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  fileNamesOf,
  hasDead,
  isBeingWritten,
  type Named,
  readManifest,
  readSegment,
  readSegments,
  writeManifest,
  writeSegment,
} from './files.ts'
import { rewritesOf } from './rewrites.ts'
import { createSegmentIndex } from './segment-index.ts'

/** The manifest on disk is to be replaced. */
const REPLACES = null
/** The manifest on disk is to be read. */
const UNKNOWN = ''

const namedOf = ({ name, dead }: { name: string; dead: ReadonlySet<number> }): Named => ({
  name,
  dead: [...dead],
})

export type PersistentIndex = ReturnType<typeof createPersistentIndex>

/**
 * An index in memory and in a folder, which contains a manifest and one file per segment. If another process has
 * written the same state there, its files are adopted, so that all processes share them.
 */
export const createPersistentIndex = () => {
  const index = createSegmentIndex()
  /** Id of the manifest that matches the index in memory. */
  let id: string | null = UNKNOWN
  let hasFolder = false
  /** Whether the index has changes, or will have some, that its folder does not contain. */
  let isAhead = false

  return {
    index,
    isAhead: () => isAhead,

    /** Marks the index as about to change. */
    fill() {
      isAhead = hasFolder
    },

    replaceOnDisk() {
      id = REPLACES
    },

    /** Adopts the manifest of the folder if another process has written it. */
    read(folder: string) {
      hasFolder = true
      const manifest = readManifest(folder)
      if (!manifest) {
        // The format with all segments in one file.
        if (id === UNKNOWN && index.segments().length === 0) {
          const old = readSegments(`${folder}.index`)
          index.adopt(old.map(namedOf), ({ name }) => old.find((one) => one.name === name) ?? null)
        }
      } else if (id !== REPLACES && id !== manifest.id) {
        index.adopt(manifest.segments, (one) => readSegment(folder, one))
        id = manifest.id
      }
    },

    /** Writes missing segments and the manifest, and removes other files. Returns the groups of segments to rewrite. */
    write(folder: string, { state, isThorough }: { state: string; isThorough: boolean }): Named[][] {
      // Set first, so that an index that cannot be written can still be evicted.
      isAhead = false
      mkdirSync(folder, { recursive: true })
      const there = new Set(readdirSync(folder))
      const found = readManifest(folder)
      const isUpToDate =
        found?.state === state &&
        found.segments.every(({ name }) => there.has(name)) &&
        !(isThorough && hasDead(found))
      if (isUpToDate && found.id !== id) {
        id = UNKNOWN
        return []
      }
      const segments = index.segments()
      for (const segment of segments) if (!there.has(segment.name)) writeSegment(folder, segment)
      const named = segments.map(namedOf)
      if (found?.id !== id || found?.state !== state || !isDeepStrictEqual(found.segments, named)) {
        id = randomUUID()
        writeManifest(folder, { id, state, segments: named })
      }
      const held = fileNamesOf({ segments: named })
      for (const file of readdirSync(folder))
        if (!held.has(file) && !isBeingWritten(folder, file)) rmSync(path.join(folder, file), { force: true })
      rmSync(`${folder}.index`, { force: true })
      return rewritesOf(segments, isThorough).map((group) => group.map(namedOf))
    },

    /** Replaces a group of segments by the segment that was written for them. */
    replaceRewritten(folder: string, group: readonly Named[], name: string) {
      const merged = readSegment(folder, { name, dead: [] })
      if (!merged) return
      index.replace(
        group.map((one) => one.name),
        merged,
      )
      isAhead = true
    },
  }
}
