import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findMachines } from '../../tools/statecharts/drawings.ts'
import { effectsOf, isSilent } from '../harness/model/effects.ts'

const machines = [...(await findMachines(join(import.meta.dirname, '../..')))]

it.each(machines)('%s: an action without a service throws, as an actor without one does', (_, machine) => {
  const silent = effectsOf(machine).filter(([, action]) => isSilent(action))
  expect(silent.map(([name]) => name)).toEqual([])
})
