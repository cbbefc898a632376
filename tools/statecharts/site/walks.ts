import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WalkNote } from '../../../tests/harness/model/walk-report.ts'

export interface MachineWalks {
  /** Transition → number of walks. */
  readonly actor: Readonly<Record<string, number>>
  readonly browser: Readonly<Record<string, number>>
  /** Transition → why neither a person nor the network can cause it. */
  readonly exceptions: Readonly<Record<string, string>>
}

/** By machine, named like its drawings. */
export type Walks = Readonly<Record<string, MachineWalks>>

export const WALKS = 'walks.json'
const NOT_WALKED: MachineWalks = { actor: {}, browser: {}, exceptions: {} }

/** The walks last saved; empty if there are none. */
export const readWalks = (folder: string): Walks =>
  existsSync(join(folder, WALKS)) ? JSON.parse(readFileSync(join(folder, WALKS), 'utf8')) : {}

/** All notes that a test run's processes left in a folder. */
export const readWalkNotes = (folder: string): WalkNote[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line))

/** Those of a machine's transitions that still exist, in a fixed order. */
function kept<Value>(part: Readonly<Record<string, Value>>, known: readonly string[]): Record<string, Value> {
  return Object.fromEntries(
    known.toSorted().flatMap((id) => (part[id] === undefined ? [] : [[id, part[id]] as const])),
  )
}

function countsOf(notes: readonly WalkNote[], where: WalkNote['where']): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const note of notes)
    if (note.where === where) counts[note.transition] = (counts[note.transition] ?? 0) + 1
  return counts
}

const reasonsOf = (notes: readonly WalkNote[]) =>
  Object.fromEntries(
    notes.flatMap((note) => (note.where === 'exception' ? [[note.transition, note.reason]] : [])),
  )

/**
 * Merges the walks of a run. Parts that the run did not walk at all (such as a run without a browser) stay
 * unchanged. `known`: existing transitions, by machine; others are dropped.
 */
export function mergeWalks(
  before: Walks,
  notes: readonly WalkNote[],
  known: ReadonlyMap<string, readonly string[]>,
): Walks {
  const byActor = notes.some(({ where }) => where === 'actor')
  const byBrowser = notes.some(({ where }) => where !== 'actor')
  return Object.fromEntries(
    [...known].map(([machine, transitions]) => {
      const own = notes.filter((note) => note.machine === machine)
      const old = before[machine] ?? NOT_WALKED
      const walks: MachineWalks = {
        actor: kept(byActor ? countsOf(own, 'actor') : old.actor, transitions),
        browser: kept(byBrowser ? countsOf(own, 'browser') : old.browser, transitions),
        exceptions: kept(byBrowser ? reasonsOf(own) : old.exceptions, transitions),
      }
      return [machine, walks]
    }),
  )
}

export const walksText = (walks: Walks) => `${JSON.stringify(walks, null, 2)}\n`
