import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { committedFiles } from './committed.ts'
import { READABLE } from './figures.ts'

/** Of one picture; a worse one is to be laid out, worded or folded otherwise. */
const WORST = { crossings: 3, length: 5000 }
/** All of them are to be looked through. */
const BYTES_MAX = 1_850_000

/** The files of a folder by name, those of its folders included. */
const filesIn = (folder: string) =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('.'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
  )

/** What is wrong with the pictures in a folder: not as the machines are now, hard to read, or too large together. */
export function faultsOf(folder: string, { files, figures }: ReturnType<typeof committedFiles>): string[] {
  const onDisk = filesIn(folder)
  const stale = [...new Set([...files.keys(), ...onDisk.keys()])]
    .filter((name) => files.get(name) !== onDisk.get(name))
    .sort()
  const hard = [...figures].filter(
    ([, { text, crossings, length }]) =>
      text < READABLE || crossings > WORST.crossings || length > WORST.length,
  )
  const bytes = [...files.values()].reduce((sum, content) => sum + Buffer.byteLength(content), 0)
  return [
    ...stale.map((name) => `${name} is not as the machines are now: run npm run statecharts`),
    ...hard.map(
      ([name, { text, crossings, length }]) =>
        `${name} is hard to read: text of ${text.toFixed(1)} px, ${crossings} crossings, ${length} px of arrows`,
    ),
    ...(bytes > BYTES_MAX ? [`The drawings have ${bytes} bytes together, and may have ${BYTES_MAX}`] : []),
  ]
}
