import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AREAS } from '../../tools/statecharts/areas.ts'
import { committedFiles, DRAWINGS } from '../../tools/statecharts/committed.ts'
import { findMachines, findModels } from '../../tools/statecharts/machines.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, DRAWINGS)

describe('statecharts', { timeout: 180_000 }, async () => {
  const machines = await findMachines(root)
  const models = await findModels(root, machines)

  it('each belong to one area', () => {
    expect(Object.values(AREAS).flat().sort()).toEqual([...machines.keys()])
  })

  it('are drawn as the machines are now: else run npm run statecharts', async () => {
    const files = await committedFiles(root, machines, models)
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

  it.each([...machines.keys()])('%s has a model in tests/machines', (name) => {
    expect(models.has(name), 'a <name>.model.ts that exports it').toBe(true)
  })
})
