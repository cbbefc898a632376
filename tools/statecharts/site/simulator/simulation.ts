import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { casesOf, type Model } from '../../../../tests/harness/model/model.ts'
import { coveringPaths } from '../../../../tests/harness/model/paths.ts'
import { digest, eventText } from '../../../../tests/harness/model/plain.ts'
import { standing } from '../../../../tests/harness/model/record.ts'
import { allTransitions, type Effect, firstStep, step } from '../../../../tests/harness/model/transitions.ts'

/** The machine's state after an event; the first moment has none. */
interface Moment {
  readonly event: AnyEventObject | null
  readonly snapshot: AnyMachineSnapshot
  readonly taken: readonly string[]
  readonly effects: readonly Effect[]
}

export interface Case {
  readonly event: AnyEventObject
  /** Transitions that it would take; if none, it changes nothing here. */
  readonly takes: readonly string[]
  readonly leads: AnyMachineSnapshot
}

const LINK = 'walk='
const keyOf = (event: AnyEventObject) => digest(eventText(event))

/** A machine with inert children, its test cases, and a navigable history. */
export class Simulation {
  readonly transitions: readonly string[]
  readonly walked = new Set<string>()
  #moments: readonly Moment[] = []
  #at = 0
  readonly #machine: AnyStateMachine
  readonly #model: Model<AnyStateMachine>

  constructor(machine: AnyStateMachine, model: Model<AnyStateMachine>) {
    this.#machine = standing(machine, model)
    this.#model = model
    this.transitions = allTransitions(machine)
    this.restart()
  }

  get moments() {
    return this.#moments
  }

  get at() {
    return this.#at
  }

  get now(): Moment {
    return this.#moments[this.#at]!
  }

  restart() {
    const { next, ...rest } = firstStep(this.#machine, this.#model.input)
    this.#note([{ event: null, snapshot: next, ...rest }])
  }

  /** Possible events, and which of them change something. */
  cases(): Case[] {
    const { snapshot } = this.now
    if (snapshot.status !== 'active') return []
    const seen = new Map(casesOf(this.#model, snapshot).map((event) => [eventText(event), event]))
    return [...seen.values()].map((event) => {
      const { taken, next } = step(this.#machine, snapshot, event)
      return { event, takes: taken, leads: next }
    })
  }

  /** Moments after the current one are dropped. */
  choose(event: AnyEventObject) {
    const { next, ...rest } = step(this.#machine, this.now.snapshot, event)
    this.#note([...this.#moments.slice(0, this.#at + 1), { event, snapshot: next, ...rest }])
  }

  /** Goes to a moment of the history; nothing is dropped. */
  goTo(at: number) {
    this.#at = Math.max(0, Math.min(at, this.#moments.length - 1))
  }

  /** The address fragment that reopens this walk, up to now. */
  link(): string {
    const keys = this.#moments.slice(1, this.#at + 1).map(({ event }) => keyOf(event!))
    return keys.length === 0 ? '' : `#${LINK}${keys.join('.')}`
  }

  /** Replays a link's walk; false if the machine can no longer do all of it. */
  open(fragment: string): boolean {
    this.restart()
    const keys = new URLSearchParams(fragment.replace(/^#/, '')).get('walk')?.split('.') ?? []
    for (const key of keys) {
      const found = this.cases().find(({ event }) => keyOf(event) === key)
      if (!found) return false
      this.choose(found.event)
    }
    return true
  }

  /** Events of the fewest walks that together take every transition. */
  everything(): AnyEventObject[][] {
    return coveringPaths(this.#machine, this.#model).paths.map(({ steps }) =>
      steps.slice(1).map(({ event }) => event),
    )
  }

  #note(moments: readonly Moment[]) {
    this.#moments = moments
    this.#at = moments.length - 1
    for (const id of this.now.taken) this.walked.add(id)
  }
}
