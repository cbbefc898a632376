import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findMachines } from '../../tools/statecharts/drawings.ts'

/** Their effects are still silent by default. */
const SILENT = ['app', 'chat', 'connections', 'navigation', 'session', 'sidebar', 'socket', 'theme']

const machines = [...(await findMachines(join(import.meta.dirname, '../..')))].filter(
  ([name]) => !SILENT.includes(name),
)

it.each(machines)('%s: an action without a service throws, as an actor without one does', (_, machine) => {
  const effects = Object.entries(machine.implementations.actions).filter(
    ([, action]) => typeof action === 'function' && !('resolve' in action),
  )
  for (const [name, action] of effects)
    expect(() => (action as (...args: unknown[]) => void)({}, {}), name).toThrow(
      `action '${name}' was not provided`,
    )
})
