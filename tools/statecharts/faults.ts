import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { committedFiles } from './committed.ts'
import { READABLE } from './figures.ts'

/** Per picture; a worse one needs another layout, wording or folding. */
const WORST = { crossings: 3, length: 5000 }
/** In total, because reviewers look through all of them. */
const BYTES_MAX = 2_100_000

/** Files of a folder by name, including subfolders. */
const filesIn = (folder: string) =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('.'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
  )

/** Faults of a folder's pictures: outdated, hard to read, or too large in total. */
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
