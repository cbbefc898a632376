import { goTo, type InSystem, type Message, sendToActor, showToast } from '../system.ts'

/** The effects of a completed action, in this order. */
export interface Outcome<Done> {
  /** Events to other actors, by name. */
  readonly notifies?: (done: Done) => readonly Message[]
  /** Address to open. */
  readonly leadsTo?: (done: Done) => string
  /** Message of a toast. */
  readonly says?: (done: Done) => string
}

/** The actions of every machine with such effects. */
export const outcomeActions = {
  showToast,
  goTo,
  notifyActors: (scope: InSystem, { messages }: { messages: readonly Message[] }) => {
    for (const [name, event] of messages) sendToActor(scope, name, event as never)
  },
}

/**
 * The actions of an outcome; `doneOf` finds what was done in the arguments of an action. Other actors are
 * notified before `finish`, which has lists reread: a page of a deleted thing would read it once more.
 */
export function follow<Done, Scope, Finish>(
  { notifies, leadsTo, says }: Outcome<Done>,
  doneOf: (scope: Scope) => Done,
  finish: Finish,
) {
  const notifyActors = notifies && {
    type: 'notifyActors' as const,
    params: (scope: Scope) => ({ messages: notifies(doneOf(scope)) }),
  }
  const go = leadsTo && {
    type: 'goTo' as const,
    params: (scope: Scope) => ({ path: leadsTo(doneOf(scope)) }),
  }
  const say = says && {
    type: 'showToast' as const,
    params: (scope: Scope) => ({ type: 'success' as const, message: says(doneOf(scope)) }),
  }
  return [notifyActors, finish, go, say].filter((action) => action !== undefined)
}
