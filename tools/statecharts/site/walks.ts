import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WalkNote } from '../../../tests/harness/model/walk-report.ts'

export interface MachineWalks {
  /** Transition → how often it was walked. */
  readonly actor: Readonly<Record<string, number>>
  readonly browser: Readonly<Record<string, number>>
  /** Transition → why neither a person nor the network can cause it. */
  readonly exceptions: Readonly<Record<string, string>>
}

/** By the name of the machine, as its drawings are called. */
export type Walks = Readonly<Record<string, MachineWalks>>

export const WALKS = 'walks.json'
const NOT_WALKED: MachineWalks = { actor: {}, browser: {}, exceptions: {} }

/** What was walked when the walks were last written down; nothing when they never were. */
export const readWalks = (folder: string): Walks =>
  existsSync(join(folder, WALKS)) ? JSON.parse(readFileSync(join(folder, WALKS), 'utf8')) : {}

/** Every note that the processes of a test run left in a folder. */
export const readWalkNotes = (folder: string): WalkNote[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line))

/** Of a machine's transitions those that still exist, in one order. */
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
 * The walks after a run. What the run did not walk at all (a run without a browser) stays as it was.
 * `known`: the transitions that exist, by machine; others are forgotten.
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
