import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { kebab } from '../../../tools/statecharts/names.ts'

type Walker = 'actor' | 'browser'

/** One line of the report: a walked transition, or the reason why no browser can walk it. */
export type WalkNote =
  | { readonly machine: string; readonly where: Walker; readonly transition: string }
  | {
      readonly machine: string
      readonly where: 'exception'
      readonly transition: string
      readonly reason: string
    }

/** Each process and thread appends to its own file in the folder named by LECTERN_WALKS. */
function note(notes: readonly WalkNote[]) {
  const folder = process.env.LECTERN_WALKS
  if (!folder || notes.length === 0) return
  mkdirSync(folder, { recursive: true })
  const lines = notes.map((line) => `${JSON.stringify(line)}\n`).join('')
  appendFileSync(join(folder, `${process.pid}-${threadId}.jsonl`), lines)
}

/** A machine, by its id. */
type Named = { readonly id: string }

/** Records the transitions just walked, with repetitions. */
export const noteWalks = (machine: Named, where: Walker, transitions: readonly string[]) =>
  note(transitions.map((transition) => ({ machine: kebab(machine.id), where, transition })))

/** Transition → why neither a person nor the network can cause it. */
export const noteExceptions = (machine: Named, reasons: Readonly<Record<string, string>>) =>
  note(
    Object.entries(reasons).map(([transition, reason]) => ({
      machine: kebab(machine.id),
      where: 'exception',
      transition,
      reason,
    })),
  )
