import type { BrowserContext } from '@playwright/test'
import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate'
import { type Happening, PERSON } from './recording.ts'

/** Of what is seen inside the page: a start or a change of a machine, or that one told another something. */
export type Seen =
  | Extract<Happening, { kind: 'change' | 'start' }>
  | { readonly kind: 'tell'; readonly from: string; readonly to: string; readonly event: string }

/** Events of the browser behind which there is a person. */
const DOINGS = ['click', 'keydown', 'input', 'change', 'submit', 'popstate', 'drop']

/** Runs in the page: XState's developer tools are asked for each actor system that starts, and told of all its events. */
function watchSystems({ person, doings }: { person: string; doings: readonly string[] }) {
  const isOfMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
    typeof snapshot === 'object' && snapshot !== null && '_nodes' in snapshot
  const see = (seen: unknown) => void (window as unknown as { see(seen: unknown): void }).see(seen)
  /** While the browser hands on what somebody did. */
  const isPersons = () => window.event?.isTrusted === true && doings.includes(window.event.type)
  const before = new Map<string, readonly string[]>()
  const machines = new Map<string, string>()
  const senders = new Map<string, string | null>()
  const nameOf = (ref: AnyActorRef | undefined) => (ref && machines.get(ref.sessionId)) ?? null

  const meet = (ref: AnyActorRef, snapshot: unknown) => {
    if (!isOfMachine(snapshot) || machines.has(ref.sessionId)) return
    machines.set(ref.sessionId, snapshot.machine.id)
    const states = leavesOf(snapshot)
    before.set(ref.sessionId, states)
    see({
      kind: 'start',
      from: nameOf((ref as unknown as { _parent?: AnyActorRef })._parent),
      to: snapshot.machine.id,
      states,
    })
    for (const child of Object.values(snapshot.children))
      if (child) meet(child as AnyActorRef, (child as AnyActorRef).getSnapshot())
  }
  const leavesOf = (snapshot: AnyMachineSnapshot) =>
    snapshot._nodes.filter((node) => Object.keys(node.states).length === 0).map(({ id }) => id)

  const heard = ({ actorRef, sourceRef, event }: Extract<InspectionEvent, { type: '@xstate.event' }>) => {
    const [from, to] = [nameOf(sourceRef as AnyActorRef | undefined), nameOf(actorRef as AnyActorRef)]
    senders.set((actorRef as AnyActorRef).sessionId, from ?? (isPersons() ? person : null))
    if (from !== null && to !== null && from !== to) see({ kind: 'tell', from, to, event: event.type })
  }
  const became = ({ actorRef, event, snapshot }: Extract<InspectionEvent, { type: '@xstate.snapshot' }>) => {
    if (!isOfMachine(snapshot)) return
    const ref = actorRef as AnyActorRef
    if (!machines.has(ref.sessionId)) return meet(ref, snapshot)
    const [old, states] = [before.get(ref.sessionId) ?? [], leavesOf(snapshot)]
    const entered = states.filter((id) => !old.includes(id))
    before.set(ref.sessionId, states)
    if (entered.length > 0)
      see({
        kind: 'change',
        from: senders.get(ref.sessionId) ?? null,
        to: snapshot.machine.id,
        event: event.type,
        states: entered,
      })
  }
  const register = (root: AnyActorRef) => {
    root.system.inspect((event) => {
      if (event.type === '@xstate.event') heard(event)
      else if (event.type === '@xstate.snapshot') became(event)
    })
    meet(root, root.getSnapshot())
  }
  Object.assign(window, {
    __xstate__: { services: new Set(), register, unregister() {}, onRegister: () => ({ unsubscribe() {} }) },
  })
}

/** Tells what the app's actors do, on every page of the context, from their start. */
export async function followActors(context: BrowserContext, see: (seen: Seen) => void) {
  await context.exposeBinding('see', (_, seen: Seen) => see(seen))
  await context.addInitScript(watchSystems, { person: PERSON, doings: DOINGS })
}
