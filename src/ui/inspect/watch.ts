import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, InspectionEvent } from 'xstate'

const EVENTS_MAX = 100

/** One live actor of a machine, as observed so far. */
export interface Watched {
  readonly ref: AnyActorRef
  /** The machine's id. */
  readonly machine: string
  snapshot: AnyMachineSnapshot
  /** Newest first. */
  readonly events: AnyEventObject[]
}

const isOfMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && '_nodes' in snapshot

/** Follows actors and their children; calls `changed` after each event. */
export class Watch {
  readonly live = new Map<string, Watched>()
  #subscription: { unsubscribe(): void } | null = null
  readonly #changed: () => void

  constructor(changed: () => void) {
    this.#changed = changed
  }

  /** A running actor, and everything below it. */
  follow(root: AnyActorRef) {
    this.#subscription = root.system.inspect((event) => this.#note(event))
    this.#meet(root)
  }

  stop() {
    this.#subscription?.unsubscribe()
    this.live.clear()
  }

  #meet(ref: AnyActorRef) {
    const snapshot: unknown = ref.getSnapshot()
    if (!isOfMachine(snapshot)) return
    this.live.set(ref.sessionId, { ref, machine: snapshot.machine.id, snapshot, events: [] })
    for (const child of Object.values(snapshot.children)) if (child) this.#meet(child as AnyActorRef)
  }

  #note(inspected: InspectionEvent) {
    const ref = inspected.actorRef as AnyActorRef
    if (inspected.type === '@xstate.event') this.#heard(ref, inspected.event)
    else if (inspected.type === '@xstate.snapshot') this.#became(ref, inspected.snapshot)
    else return
    this.#changed()
  }

  #heard({ sessionId }: AnyActorRef, event: AnyEventObject) {
    if (event.type === 'xstate.stop') this.live.delete(sessionId)
    const events = this.live.get(sessionId)?.events
    events?.unshift(event)
    events?.splice(EVENTS_MAX)
  }

  #became(ref: AnyActorRef, snapshot: unknown) {
    if (!isOfMachine(snapshot)) return
    const known = this.live.get(ref.sessionId)
    if (known) known.snapshot = snapshot
    else this.live.set(ref.sessionId, { ref, machine: snapshot.machine.id, snapshot, events: [] })
    if (snapshot.status !== 'active') this.live.delete(ref.sessionId)
  }
}
