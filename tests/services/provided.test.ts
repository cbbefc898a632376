import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type AnyStateMachine, StateMachine } from 'xstate'
import { findMachines } from '../../tools/statecharts/drawings.ts'

const root = join(import.meta.dirname, '../..')
const services = join(root, 'src/services')

/** What is plugged where the machine is started. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  // live.ts: each socket has its own listeners.
  socket: ['deliver', 'announceOpen', 'announceEnd'],
  // share.tsx: the page of the visitor.
  visits: ['forget'],
}

/** Stands for every service: whatever is read of it, or called, is it again. */
const anything: unknown = new Proxy(() => {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : key === 'then' ? undefined : anything),
  apply: () => anything,
})

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

const isEffect = (action: unknown) => typeof action === 'function' && !('resolve' in action)

describe('every effect that a machine names', async () => {
  const bases = new Map([...(await findMachines(root)).values()].map((machine) => [machine.id, machine]))
  const files = readdirSync(services).filter((name) => name.endsWith('.provide.ts'))

  it.each(files)('has its service in %s', async (file) => {
    const module: Record<string, unknown> = await import(pathToFileURL(join(services, file)).href)
    const makers = Object.entries(module).filter(([name]) => name.startsWith('provide'))
    const missing = makers.flatMap(([, make]) =>
      machinesIn((make as (...services: unknown[]) => unknown)(anything, anything)).flatMap(
        ({ id, implementations }) => {
          const base = bases.get(id)?.implementations
          const actions = Object.entries(base?.actions ?? {}).filter(
            ([name, action]) =>
              isEffect(action) && implementations.actions[name] === action && !ELSEWHERE[id]?.includes(name),
          )
          const actors = Object.entries(base?.actors ?? {}).filter(
            ([name, actor]) => implementations.actors[name] === actor,
          )
          return [...actions, ...actors].map(([name]) => `${id}: ${name}`)
        },
      ),
    )
    expect(missing).toEqual([])
  })
})
