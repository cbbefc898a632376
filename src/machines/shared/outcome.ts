import { goTo, type InSystem, type Message, showToast, tell } from '../system.ts'

/** The effects of a completed action, in this order. */
export interface Outcome<Done> {
  /** Events to other actors, by name. */
  readonly tells?: (done: Done) => readonly Message[]
  /** Address to open. */
  readonly leadsTo?: (done: Done) => string
  /** Message of a toast. */
  readonly says?: (done: Done) => string
}

/** The actions of every machine with such effects. */
export const outcomeActions = {
  showToast,
  goTo,
  tellOthers: (scope: InSystem, { messages }: { messages: readonly Message[] }) => {
    for (const [name, event] of messages) tell(scope, name, event as never)
  },
}

/**
 * The actions of an outcome; `doneOf` finds what was done in the arguments of an action. Other actors are
 * notified before `finish`, which has lists reread: a page of a deleted thing would read it once more.
 */
export function follow<Done, Scope, Finish>(
  { tells, leadsTo, says }: Outcome<Done>,
  doneOf: (scope: Scope) => Done,
  finish: Finish,
) {
  const tellOthers = tells && {
    type: 'tellOthers' as const,
    params: (scope: Scope) => ({ messages: tells(doneOf(scope)) }),
  }
  const go = leadsTo && {
    type: 'goTo' as const,
    params: (scope: Scope) => ({ path: leadsTo(doneOf(scope)) }),
  }
  const say = says && {
    type: 'showToast' as const,
    params: (scope: Scope) => ({ type: 'success' as const, message: says(doneOf(scope)) }),
  }
  return [tellOthers, finish, go, say].filter((action) => action !== undefined)
}
