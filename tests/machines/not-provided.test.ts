import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findMachines } from '../../tools/statecharts/machines.ts'
import { anything, effectsOf } from '../harness/model/effects.ts'

const machines = [...(await findMachines(join(import.meta.dirname, '../..')))]
/** What an effect is told; a link is one of our own, because no other is followed. */
const params = new Proxy(anything as object, {
  get: (target, key) => (key === 'link' ? '/settings' : Reflect.get(target, key)),
})

/** What an effect does where no service is plugged in: the message it throws, and whom it speaks to. */
const byDefault = (action: unknown) => {
  const told: string[] = []
  const scope = { context: anything, system: { get: (name: string) => void told.push(name) } }
  try {
    ;(action as (scope: unknown, params: unknown) => void)(scope, params)
    return told
  } catch (error) {
    return (error as Error).message
  }
}

it.each(machines)('%s: an action without a service throws, or speaks to another actor', (_, machine) => {
  for (const [name, action] of effectsOf(machine)) {
    const outcome = byDefault(action)
    if (typeof outcome === 'string') expect(outcome).toBe(`action '${name}' was not provided`)
    else expect(outcome, name).not.toEqual([])
  }
})
