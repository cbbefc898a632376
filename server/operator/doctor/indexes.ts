import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../kernel/config/config.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { hasDead, isWhole, MANIFEST, manifestIn } from '../../knowledge/retrieval/index/files.ts'
import { type Finding, note, ok } from './finding.ts'

const MB = 1024 * 1024
/** Healthy indexes beyond this number are summarized. */
const TOLD_MAX = 20
const HEALS = 'What is missing is read from the database with the next search.'

type IndexState = { base: string; segments: number; bytes: number; trouble: string | null; says: string }

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
const sizeOf = ({ segments, bytes }: Pick<IndexState, 'segments' | 'bytes'>) =>
  `${counted(segments, 'segment')}, ${(bytes / MB).toFixed(1)} MB`

/** State of a knowledge base's folder. Each file is read: only its checksum reveals damage. */
async function stateOf(folder: string): Promise<IndexState> {
  const base = path.basename(folder)
  const bytesOf = (file: string) => readFile(path.join(folder, file)).catch(() => null)
  const manifest = manifestIn(await bytesOf(MANIFEST))
  if (!manifest)
    return { base, segments: 0, bytes: 0, trouble: 'Its manifest is missing or damaged', says: '' }
  let [bytes, damaged, missing] = [0, 0, 0]
  for (const { name } of manifest.segments) {
    const held = await bytesOf(name)
    bytes += held?.length ?? 0
    if (!held) missing++
    else if (!isWhole(held)) damaged++
  }
  const { mtimeMs } = await stat(path.join(folder, MANIFEST))
  const size = { segments: manifest.segments.length, bytes }
  const age = `written ${counted(Math.floor((Date.now() - mtimeMs) / MINUTE), 'minute')} ago`
  const waiting = hasDead(manifest) ? ', deleted texts leave it within the hour' : ''
  return {
    base,
    ...size,
    trouble: damaged + missing > 0 ? `${damaged} damaged, ${missing} missing` : null,
    says: `${sizeOf(size)}, ${age}${waiting}`,
  }
}

/** Checks the indexes on this disk; damaged ones are rebuilt. */
export async function checkIndexes({ dataDir }: Config): Promise<Finding[]> {
  const root = path.join(dataDir, 'index')
  const folders = await readdir(root, { withFileTypes: true }).catch(() => [])
  const states: IndexState[] = []
  for (const folder of folders)
    if (folder.isDirectory()) states.push(await stateOf(path.join(root, folder.name)))
  const whole = states.filter(({ trouble }) => !trouble).sort((a, b) => b.bytes - a.bytes)
  const others = whole.slice(TOLD_MAX)
  const total = (of: 'segments' | 'bytes') => others.reduce((sum, one) => sum + one[of], 0)
  return [
    ...states.flatMap(({ base, trouble, says }) =>
      trouble ? [note(`index ${base}`, [...(says ? [says] : []), trouble, HEALS].join('. '))] : [],
    ),
    ...whole.slice(0, TOLD_MAX).map(({ base, says }) => ok(`index ${base}`, says)),
    ...(others.length > 0
      ? [
          ok(
            'indexes',
            `${others.length} smaller ones: ${sizeOf({ segments: total('segments'), bytes: total('bytes') })}`,
          ),
        ]
      : []),
  ]
}
