import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AREAS } from '../../tools/statecharts/areas.ts'
import { faultsOf } from '../../tools/statecharts/faults.ts'
import { findMachines, findModels } from '../../tools/statecharts/machines.ts'

const root = join(import.meta.dirname, '../..')

describe('statecharts', async () => {
  const machines = await findMachines(root)
  const models = await findModels(root, machines)

  it('each belong to one area', () => {
    expect(Object.values(AREAS).flat().sort()).toEqual([...machines.keys()])
  })

  it.each([...machines.keys()])('%s has a model in tests/machines', (name) => {
    expect(models.has(name), 'a .model.ts that exports it').toBe(true)
  })
})

/** `npm run statecharts:site`, which draws them all, refuses these. */
describe('the committed drawings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-drawings-'))
  mkdirSync(join(folder, 'tabs'))
  writeFileSync(join(folder, 'tabs/whole.svg'), '<svg/>')
  const good = { width: 600, height: 400, text: 12, crossings: 0, length: 300 }
  const faults = (content: string, figures = good, file = 'tabs/whole.svg') =>
    faultsOf(folder, { files: new Map([[file, content]]), figures: new Map([[file, figures]]) })

  it('are as the machines are now', () => {
    expect(faults('<svg/>')).toEqual([])
    expect(faults('<svg></svg>')).toEqual([expect.stringMatching(/^tabs\/whole.svg is not as the machines/)])
    expect(faults('<svg/>', good, 'tabs/part.svg')).toHaveLength(2)
  })

  it('can be read on a screen without zooming, and lead the eye no longer than they must', () => {
    for (const hard of [{ text: 10 }, { crossings: 4 }, { length: 5001 }])
      expect(faults('<svg/>', { ...good, ...hard })).toEqual([
        expect.stringMatching(/^tabs\/whole.svg is hard to read/),
      ])
  })

  it('are small enough to be looked through', () => {
    expect(faults('x'.repeat(2_100_001)).at(-1)).toMatch(/bytes together/)
  })
})
