import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AREAS } from '../../tools/statecharts/areas.ts'
import { committedFiles, DRAWINGS } from '../../tools/statecharts/committed.ts'
import { READABLE } from '../../tools/statecharts/figures.ts'
import { findMachines, findModels } from '../../tools/statecharts/machines.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, DRAWINGS)

/** Of one picture; a worse one is to be laid out, worded or folded otherwise. */
const WORST = { crossings: 3, length: 5000 }
const BYTES_MAX = 1_800_000

describe('statecharts', { timeout: 300_000 }, async () => {
  const machines = await findMachines(root)
  const models = await findModels(root, machines)
  const drawn = committedFiles(root, machines, models)

  it('each belong to one area', () => {
    expect(Object.values(AREAS).flat().sort()).toEqual([...machines.keys()])
  })

  it('are drawn as the machines are now: else run npm run statecharts', async () => {
    const { files } = await drawn
    const onDisk = new Map(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.includes('.'))
        .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
    )
    const stale = [...new Set([...files.keys(), ...onDisk.keys()])]
      .filter((name) => files.get(name) !== onDisk.get(name))
      .sort()
    expect(stale, 'run npm run statecharts').toEqual([])
  })

  it('can be read on a screen without zooming, and lead the eye no longer than they must', async () => {
    const { figures } = await drawn
    const hard = [...figures].filter(
      ([, { text, crossings, length }]) =>
        text < READABLE || crossings > WORST.crossings || length > WORST.length,
    )
    expect(hard).toEqual([])
  })

  it('are small enough to be looked through', async () => {
    const { files } = await drawn
    const bytes = [...files.values()].reduce((sum, content) => sum + Buffer.byteLength(content), 0)
    expect(bytes).toBeLessThan(BYTES_MAX)
  })

  it.each([...machines.keys()])('%s has a model in tests/machines', (name) => {
    expect(models.has(name), 'a <name>.model.ts that exports it').toBe(true)
  })
})
