import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createEmptyActor,
} from 'xstate'

export const allNodes = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(allNodes),
]

const idOf = (source: AnyStateNode, event: string, index: number) => `${source.id} | ${event} | ${index}`

/** Ids of every transition: on, after, done and error of actors, done of states, and always. */
export const allTransitions = (machine: AnyStateMachine): string[] =>
  allNodes(machine.root).flatMap((node) => [
    ...[...node.transitions].flatMap(([event, definitions]) =>
      definitions.map((_, index) => idOf(node, event, index)),
    ),
    ...(node.always ?? []).map((_, index) => idOf(node, 'always', index)),
  ])

/** `provide()` builds new nodes: a definition is known by its place, never by its object. */
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

/** A scope for one pure step: no timer and no child starts, no systemId clashes, microsteps are noted. */
function inertScope(taken: string[]) {
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
    actionExecutor: nothing,
  } as unknown as Parameters<AnyStateMachine['getInitialSnapshot']>[0]
}

export interface Step {
  readonly next: AnyMachineSnapshot
  readonly taken: readonly string[]
}

export function firstStep(machine: AnyStateMachine, input: unknown): Step {
  const taken: string[] = []
  return { next: machine.getInitialSnapshot(inertScope(taken), input), taken }
}

/** Pure: the next snapshot and every transition of the macrostep. */
export function step(machine: AnyStateMachine, from: AnyMachineSnapshot, event: AnyEventObject): Step {
  const taken: string[] = []
  return { next: machine.transition(from, event, inertScope(taken)), taken }
}
