import type { AnyActorRef, AnyEventObject } from 'xstate'
import type { FakeChild, ManualClock } from './fakes.ts'

interface Scheduled {
  readonly source: AnyActorRef
  readonly event: AnyEventObject
}

/** Running timers of the actor's system, in order of their start. */
export const scheduledIn = (actor: AnyActorRef) =>
  Object.values(actor.system.getSnapshot()._scheduledEvents as unknown as Record<string, Scheduled>)

interface Performing {
  readonly actor: AnyActorRef
  readonly children: ReadonlyMap<string, FakeChild>
  readonly clock: ManualClock
  /** See `Model.sentBy`. */
  readonly sentBy?: Readonly<Record<string, string>> | undefined
}

/** Causes an event of a machine: through a fake child, its clock, or by sending it. */
export function perform({ actor, children, clock, sentBy }: Performing, event: AnyEventObject) {
  const child = (id: string) => {
    const found = children.get(id)
    if (!found) throw new Error(`child '${id}' is not running`)
    return found
  }
  const [, kind, id = ''] = /^xstate\.(done\.actor|error\.actor|snapshot)\.(.+)$/.exec(event.type) ?? []
  if (kind === 'done.actor') return child(id).done(event.output)
  if (kind === 'error.actor') return child(id).fail(event.error)
  if (kind === 'snapshot') return child(id).publish(event.snapshot)
  const sender = sentBy?.[event.type]
  if (sender !== undefined) return child(sender).sendBack(event)
  const place = scheduledIn(actor).findIndex(
    (timer) => timer.source === actor && timer.event.type === event.type,
  )
  if (place >= 0) return clock.fire(place)
  if (event.type.startsWith('xstate.after.')) throw new Error(`${event.type} is not scheduled`)
  return actor.send(event)
}
