import { type AnyMachineSnapshot, type AnyStateMachine, type AnyStateNode, createActor } from 'xstate'
import { fakeActors, fakeEffects } from './fakes.ts'
import { allNodes } from './transitions.ts'

type Kind = 'guards' | 'actions' | 'actors' | 'delays'
interface Composite {
  readonly guards: readonly unknown[]
}

const nameOf = (reference: unknown): string | null => {
  if (typeof reference === 'string') return reference
  if (typeof reference === 'object' && reference !== null && 'type' in reference)
    return String(reference.type)
  return null
}

/** `after` adds a delayed raise on entry and its cancellation on exit: neither is the author's. */
const isOfAfter = (action: unknown) => {
  if (typeof action !== 'function') return false
  const { id, sendId } = action as { id?: unknown; sendId?: unknown }
  return String(id ?? sendId ?? '').startsWith('xstate.after.')
}

/** Errors that TypeScript accepts and XState finds too late or never; empty if there are none. */
export function problemsOf(machine: AnyStateMachine, input: unknown, snapshots: Record<string, object> = {}) {
  const problems: string[] = []
  const say = (node: AnyStateNode, problem: string) => problems.push(`${node.id}: ${problem}`)
  const has = (kind: Kind, name: string) =>
    Object.hasOwn((machine.implementations[kind] ?? {}) as object, name)
  const named = (node: AnyStateNode, kind: 'guards' | 'actions', reference: unknown) => {
    const name = nameOf(reference)
    if (name === null) say(node, `inline function among its ${kind}`)
    else if (!has(kind, name)) say(node, `'${name}' is not among the ${kind} of setup`)
  }
  const guarded = (node: AnyStateNode, guard: unknown) => {
    if (guard === undefined) return
    if (typeof guard === 'function' && 'check' in guard && 'guards' in guard)
      for (const part of (guard as unknown as Composite).guards) guarded(node, part)
    else named(node, 'guards', guard)
  }

  for (const node of allNodes(machine.root)) {
    for (const action of [...node.entry, ...node.exit].filter((one) => !isOfAfter(one)))
      named(node, 'actions', action)
    for (const transition of [...[...node.transitions.values()].flat(), ...(node.always ?? [])]) {
      guarded(node, transition.guard)
      for (const action of transition.actions) named(node, 'actions', action)
    }
    for (const { id, src } of node.invoke) {
      if (typeof src !== 'string' || src.startsWith('xstate.invoke.'))
        say(node, 'an invoke has an inline source')
      else if (!has('actors', src)) say(node, `'${src}' is not among the actors of setup`)
      if (/^\d+\./.test(id)) say(node, 'an invoke has no id')
    }
    for (const type of node.transitions.keys()) {
      if (!type.startsWith('xstate.after.')) continue
      const delay = type.slice('xstate.after.'.length, -(node.id.length + 1))
      if (!has('delays', delay)) say(node, `'${delay}' is not among the delays of setup`)
    }
  }

  const actors = fakeActors(machine, new Map(), snapshots)
  const actor = createActor(machine.provide({ actors, actions: fakeEffects(machine, []) }), { input })
  actor.subscribe({ error: () => undefined })
  const { status, error } = actor.start().getSnapshot() as AnyMachineSnapshot
  if (status !== 'active') problems.push(`starts as '${status}': ${error}`)
  actor.stop()
  return problems
}
