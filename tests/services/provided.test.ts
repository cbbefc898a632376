import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { type AnyStateMachine, StateMachine } from 'xstate'
import { findMachines } from '../../tools/statecharts/machines.ts'
import { anything, effectsOf, isNotProvided } from '../harness/model/effects.ts'

const root = join(import.meta.dirname, '../..')
const services = join(root, 'src/services')

/** A machine, and those that are plugged into it. */
const withInner = (machine: AnyStateMachine): AnyStateMachine[] => [
  machine,
  ...Object.values(machine.implementations.actors).flatMap((actor) =>
    actor instanceof StateMachine ? withInner(actor) : [],
  ),
]

const machinesIn = (made: unknown): AnyStateMachine[] =>
  [made, ...(typeof made === 'object' && made !== null ? Object.values(made) : [])].flatMap((one) =>
    one instanceof StateMachine ? withInner(one) : [],
  )

// What is read while a machine is made.
vi.stubGlobal('document', anything)
afterAll(() => void vi.unstubAllGlobals())

describe('every effect that a machine names', async () => {
  const bases = new Map([...(await findMachines(root)).values()].map((machine) => [machine.id, machine]))
  const files = globSync('**/*.provide.ts', { cwd: services })

  it.each(files)('has its service in %s', async (file) => {
    const module: Record<string, unknown> = await import(pathToFileURL(join(services, file)).href)
    const makers = Object.entries(module).filter(([name]) => name.startsWith('provide'))
    const missing = makers.flatMap(([, make]) =>
      machinesIn((make as (...services: unknown[]) => unknown)(anything, anything)).flatMap(
        ({ id, implementations }) => {
          const base = bases.get(id)
          const isMissing = (kind: 'actions' | 'actors', name: string, byDefault: unknown) =>
            implementations[kind][name] === byDefault && isNotProvided(byDefault)
          const actions = (base ? effectsOf(base) : []).filter(([name, action]) =>
            isMissing('actions', name, action),
          )
          const actors = Object.entries(base?.implementations.actors ?? {}).filter(([name, actor]) =>
            isMissing('actors', name, actor),
          )
          return [...actions, ...actors].map(([name]) => `${id}: ${name}`)
        },
      ),
    )
    expect(missing).toEqual([])
  })
})
