import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChartState } from '../chart.ts'

/** Folder of test recordings for the pages: pictures, journeys, counts of walks. Not committed. */
export const RECORDINGS = '.cache/statecharts'

/** Of a machine, so that a picture identifies the version it shows. */
export const fingerprintOf = (chart: ChartState) =>
  createHash('sha256').update(JSON.stringify(chart)).digest('hex').slice(0, 16)

export const FINGERPRINT = 'fingerprint'

/** Names of a machine's pictures; empty if they show another version. */
export function picturesOf(folder: string, chart: ChartState): readonly string[] {
  const mark = join(folder, FINGERPRINT)
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== fingerprintOf(chart)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.webp'))
    .sort()
}
