import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  hasDead,
  isBeingWritten,
  MANIFEST,
  type Named,
  readManifest,
  readSegment,
  readSegments,
  writeManifest,
  writeSegment,
} from './files.ts'
import { rewritesOf } from './rewrites.ts'
import { createSegmentIndex } from './segment-index.ts'

/** Takes the place of whatever is on disk. */
const REPLACES = null
/** Gives way to whatever is on disk. */
const UNKNOWN = ''

const namedOf = ({ name, dead }: { name: string; dead: ReadonlySet<number> }): Named => ({
  name,
  dead: [...dead],
})

export type KeptIndex = ReturnType<typeof createKeptIndex>

/**
 * An index in memory, and in a folder that holds a file for each segment and a manifest, which names them. What other
 * processes write there is taken over where it holds the same, so that all of them go on from the same files.
 */
export const createKeptIndex = () => {
  const index = createSegmentIndex()
  /** Of the manifest that says what is held here. */
  let id: string | null = UNKNOWN
  let hasFolder = false
  /** Whether it holds what its folder does not hold yet, or is about to. */
  let isAhead = false

  return {
    index,
    isAhead: () => isAhead,

    /** Other documents come. */
    fill() {
      isAhead = hasFolder
    },

    replaceOnDisk() {
      id = REPLACES
    },

    /** Brings it to what the folder says, where somebody else has written that. */
    read(folder: string) {
      hasFolder = true
      const manifest = readManifest(folder)
      if (!manifest) {
        // Left by a version that kept all segments in one file.
        if (id === UNKNOWN && index.segments().length === 0) {
          const old = readSegments(`${folder}.index`)
          index.adopt(old.map(namedOf), ({ name }) => old.find((one) => one.name === name) ?? null)
        }
      } else if (id !== REPLACES && id !== manifest.id) {
        index.adopt(manifest.segments, (one) => readSegment(folder, one))
        id = manifest.id
      }
    },

    /** Writes what the folder lacks, and removes what is no longer held. Tells what is to be rewritten then. */
    write(folder: string, { state, isThorough }: { state: string; isThorough: boolean }): Named[][] {
      // What cannot be written makes room for others all the same.
      isAhead = false
      mkdirSync(folder, { recursive: true })
      const there = new Set(readdirSync(folder))
      const found = readManifest(folder)
      const isUseful =
        found?.state === state &&
        found.segments.every(({ name }) => there.has(name)) &&
        !(isThorough && hasDead(found))
      if (isUseful && found.id !== id) {
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
      const held = new Set([MANIFEST, ...named.map(({ name }) => name)])
      for (const file of readdirSync(folder))
        if (!held.has(file) && !isBeingWritten(folder, file)) rmSync(path.join(folder, file), { force: true })
      rmSync(`${folder}.index`, { force: true })
      return rewritesOf(segments, isThorough).map((group) => group.map(namedOf))
    },

    /** Takes what was made of some segments in their place. */
    takeRewritten(folder: string, group: readonly Named[], name: string) {
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
