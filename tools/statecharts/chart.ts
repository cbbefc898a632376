import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

export type TransitionKind = 'event' | 'done' | 'error' | 'after' | 'always' | 'finished'

export interface ChartTransition {
  /** `<state> | <event> | <index>`, the identity that the model tests use as well. */
  readonly id: string
  readonly from: string
  /** null: the state is not left. */
  readonly to: string | null
  readonly kind: TransitionKind
  readonly event: string
  readonly guard: string | null
  readonly actions: readonly string[]
  /** Texts that the person then reads. */
  readonly says: readonly string[]
  /** Its target, if that is not in the picture. */
  readonly leads?: string
}

export interface ChartState {
  readonly id: string
  readonly key: string
  readonly type: AnyStateNode['type']
  readonly initial: string | null
  readonly description: string | null
  readonly tags: readonly string[]
  readonly invokes: readonly string[]
  readonly entry: readonly string[]
  readonly exit: readonly string[]
  /** Texts that the person reads on entry. */
  readonly says: readonly string[]
  /** Size of the content, if that is not in the picture. */
  readonly inside?: string
  /** The states that it represents, if it is not a state itself. */
  readonly members?: readonly string[]
  /** For a machine: the clauses of the specification that require it. */
  readonly clauses?: string
  readonly transitions: readonly ChartTransition[]
  readonly states: readonly ChartState[]
}

const nameOf = (reference: unknown): string => {
  if (typeof reference === 'string') return reference
  if (typeof reference === 'function') return reference.name || '(inline)'
  return (reference as { type?: string }).type ?? '(inline)'
}

/** The text that an action shows. */
const messageOf = (action: unknown): string[] => {
  const { params } = action as { params?: { message?: unknown } }
  return typeof params?.message === 'string' ? [params.message] : []
}

function guardText(guard: unknown): string | null {
  if (guard === undefined) return null
  const composite = guard as { name?: string; guards?: readonly unknown[] }
  if (typeof guard !== 'function' || !composite.guards) return nameOf(guard)
  const parts = composite.guards.map((part) => guardText(part) ?? '')
  if (composite.name === 'not') return `not ${parts[0]}`
  return parts.join(composite.name === 'or' ? ' or ' : ' and ')
}

/** `after` adds a delayed raise on entry and its cancellation on exit: neither is the author's. */
const isOwn = (action: unknown) => {
  if (typeof action !== 'function') return true
  const { id, sendId } = action as { id?: unknown; sendId?: unknown }
  return !String(id ?? sendId ?? '').startsWith('xstate.after.')
}

/** `30 s` */
export const durationOf = (ms: number) => {
  if (ms % 60_000 === 0) return `${ms / 60_000} min`
  return ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`
}

const KINDS: readonly [prefix: string, kind: TransitionKind, text: (rest: string) => string][] = [
  ['xstate.done.actor.', 'done', (id) => `${id} done`],
  ['xstate.error.actor.', 'error', (id) => `${id} failed`],
  ['xstate.snapshot.', 'event', (id) => `${id} changed`],
  ['xstate.done.state.', 'finished', () => 'finished'],
]

/** The statechart of a machine as plain data, in the order of its source. */
export function chartOf(machine: AnyStateMachine): ChartState {
  const delays = (machine.implementations.delays ?? {}) as Record<string, unknown>

  const readEvent = (node: AnyStateNode, type: string): [TransitionKind, string] => {
    if (type === 'always') return ['always', 'always']
    if (type.startsWith('xstate.after.')) {
      const name = type.slice('xstate.after.'.length, -(node.id.length + 1))
      const delay = delays[name]
      return ['after', `after ${name}${typeof delay === 'number' ? ` (${durationOf(delay)})` : ''}`]
    }
    for (const [prefix, kind, text] of KINDS)
      if (type.startsWith(prefix)) return [kind, text(type.slice(prefix.length))]
    return ['event', type === '*' ? 'any event' : type]
  }

  const readTransition = (
    node: AnyStateNode,
    definition: AnyTransitionDefinition,
    type: string,
    index: number,
  ): ChartTransition => {
    const [kind, event] = readEvent(node, type)
    const target = definition.target?.[0] as AnyStateNode | undefined
    return {
      id: `${node.id} | ${type} | ${index}`,
      from: node.id,
      to: target?.id ?? null,
      kind,
      event,
      guard: guardText(definition.guard),
      actions: definition.actions.map(nameOf),
      says: definition.actions.flatMap(messageOf),
    }
  }

  const visit = (node: AnyStateNode): ChartState => ({
    id: node.id,
    key: node.key,
    type: node.type,
    initial: node.type === 'compound' ? (node.initial.target[0] as AnyStateNode).id : null,
    description: node.description ?? null,
    tags: node.tags,
    invokes: node.invoke.map(({ src, id }) => (typeof src === 'string' ? src : id)),
    entry: node.entry.filter(isOwn).map(nameOf),
    exit: node.exit.filter(isOwn).map(nameOf),
    says: node.entry.flatMap(messageOf),
    transitions: [
      ...[...node.transitions].flatMap(([type, definitions]) =>
        definitions.map((definition, index) => readTransition(node, definition, type, index)),
      ),
      ...(node.always ?? []).map((definition, index) => readTransition(node, definition, 'always', index)),
    ],
    states: Object.values(node.states).map(visit),
  })
  return visit(machine.root)
}

/** A state and all below it. */
export const flat = (state: ChartState): ChartState[] => [state, ...state.states.flatMap(flat)]
