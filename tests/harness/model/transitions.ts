import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createEmptyActor,
} from 'xstate'
import type { Fake } from './fakes.ts'

export const allNodes = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(allNodes),
]

const withAlways = new WeakMap<AnyStateNode, readonly AnyStateNode[]>()

/** The nodes of a machine that are left as soon as a guard allows it. */
function nodesWithAlways(root: AnyStateNode) {
  const known = withAlways.get(root) ?? allNodes(root).filter(({ always }) => always)
  withAlways.set(root, known)
  return known
}

const idOf = (source: AnyStateNode, event: string, index: number) => `${source.id} | ${event} | ${index}`

/** Ids of every transition: on, after, done and error of actors, done of states, and always. */
export const allTransitions = (machine: AnyStateMachine): string[] =>
  allNodes(machine.root).flatMap((node) => [
    ...[...node.transitions].flatMap(([event, definitions]) =>
      definitions.map((_, index) => idOf(node, event, index)),
    ),
    ...(node.always ?? []).map((_, index) => idOf(node, 'always', index)),
  ])

/** `provide()` creates new nodes: a definition is identified by its position, never by its object. */
export function transitionId(definition: AnyTransitionDefinition): string {
  const node = definition.source as AnyStateNode
  const always = (node.always ?? []).indexOf(definition)
  if (always >= 0) return idOf(node, 'always', always)
  for (const [event, definitions] of node.transitions) {
    const index = definitions.indexOf(definition)
    if (index >= 0) return idOf(node, event, index)
  }
  throw new Error(`unknown transition from ${node.id} on ${definition.eventType}`)
}

type Executed = Parameters<Parameters<AnyStateMachine['getInitialSnapshot']>[0]['actionExecutor']>[0]

/** A machine's request to the outside. */
export interface Effect {
  readonly name: string
  readonly params: unknown
}

/** An actor in the name of an effect: `draftReply:c1`; an id that does not say what it is follows its source. */
export function nameOf({ id, src }: AnyActorRef): string {
  const isUnclear = typeof src === 'string' && id.includes(':') && !id.startsWith(`${src}:`)
  return isUnclear ? `${src}:${id}` : id
}

/** What a child begins with is its deed, unless it is a machine. */
export const startOf = (child: AnyActorRef, input?: unknown): Effect => ({
  name: `${(child as AnyActorRef & { logic?: Partial<Fake> }).logic?.isMachine ? 'begin' : 'start'} ${nameOf(child)}`,
  params: input,
})

/** Built-in actions that reach the outside, and their relevant parameters. */
const REACHING: Readonly<Record<string, (params: never) => Effect | null>> = {
  'xstate.spawnChild': ({ actorRef, input }: { actorRef: AnyActorRef; input: unknown }) =>
    startOf(actorRef, input),
  'xstate.emit': ({ event: { type, ...params } }: { event: AnyEventObject }) => ({
    name: `emit ${type}`,
    params,
  }),
  'xstate.raise': ({ event, delay }: { event: AnyEventObject; delay?: number }) =>
    delay === undefined ? null : { name: `time ${event.type}`, params: delay },
  'xstate.sendTo': ({ to, event }: { to: AnyActorRef; event: AnyEventObject }) => ({
    name: `send ${nameOf(to)}`,
    params: event,
  }),
}

function effectOf({ type, params }: Executed): Effect | null {
  if (!type.startsWith('xstate.')) return { name: type, params }
  return REACHING[type]?.(params as never) ?? null
}

/** A scope for one pure step: no timer or child starts, no systemId clashes; requests are recorded. */
function inertScope(taken: string[], effects: Effect[]) {
  const self = createEmptyActor()
  self.system.inspect((inspected) => {
    if (inspected.type === '@xstate.microstep') taken.push(...inspected._transitions.map(transitionId))
  })
  const nothing = () => undefined
  return {
    self,
    system: self.system,
    id: '',
    sessionId: self.sessionId,
    logger: nothing,
    defer: nothing,
    stopChild: nothing,
    emit: nothing,
    actionExecutor: (action: Executed) => {
      // An actor that is stopped by the step that spawned it never starts.
      if (action.type === 'xstate.stopChild') {
        const stopped = action.params as AnyActorRef | undefined
        const spawned = effects.findLastIndex(({ name }) => stopped && name === startOf(stopped).name)
        if (spawned >= 0) effects.splice(spawned, 1)
      }
      const effect = effectOf(action)
      if (effect) effects.push(effect)
    },
  } as unknown as Parameters<AnyStateMachine['getInitialSnapshot']>[0]
}

export interface Step {
  readonly next: AnyMachineSnapshot
  readonly taken: readonly string[]
  readonly effects: readonly Effect[]
}

export function firstStep(machine: AnyStateMachine, input: unknown): Step {
  const [taken, effects] = [[], []] as [string[], Effect[]]
  return { next: machine.getInitialSnapshot(inertScope(taken, effects), input), taken, effects }
}

/** Pure: the next snapshot, every transition of the macrostep, and the requests to the outside. */
export function step(machine: AnyStateMachine, from: AnyMachineSnapshot, event: AnyEventObject): Step {
  const [taken, effects] = [[], []] as [string[], Effect[]]
  const next: AnyMachineSnapshot = machine.transition(from, event, inertScope(taken, effects))
  // What an assignment spawns is no action.
  const spawned = Object.values(next.children as Record<string, AnyActorRef>)
    .filter(({ id }) => !(id in from.children))
    .map((child) => startOf(child))
    .filter(({ name }) => effects.every((effect) => effect.name !== name))
  return { next, taken, effects: [...spawned, ...effects] }
}

/** Transitions whose guard was evaluated in a step and refused. */
export function refusedIn(
  from: AnyMachineSnapshot | null,
  event: AnyEventObject,
  { next, taken }: Step,
): string[] {
  const asked = (node: AnyStateNode, type: string, definitions: readonly AnyTransitionDefinition[]) => {
    const ids = definitions.map((_, index) => idOf(node, type, index))
    const found = ids.findIndex((id) => taken.includes(id))
    return ids.slice(0, found < 0 ? ids.length : found).filter((_, index) => definitions[index]?.guard)
  }
  const tookAlways = (node: AnyStateNode) => taken.some((id) => id.startsWith(`${node.id} | always |`))
  return [
    ...(from?._nodes ?? []).flatMap((node) =>
      asked(node, event.type, node.transitions.get(event.type) ?? []),
    ),
    ...nodesWithAlways(next.machine.root)
      .filter((node) => next._nodes.includes(node) || tookAlways(node))
      .flatMap((node) => asked(node, 'always', node.always ?? [])),
  ]
}
