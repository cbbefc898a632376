import { type AnyActorRef, type AnyEventObject, createActor, fromTransition } from 'xstate'
import type { ActorName } from '../../src/machines/system.ts'

/** An actor that does what the test says with what it is told; `id` is its name in recorded walks. */
export const listener = (hear: (event: AnyEventObject) => void = () => {}, id?: string) =>
  createActor(
    fromTransition((context, event: AnyEventObject) => {
      hear(event)
      return context
    }, null),
    id === undefined ? {} : { id },
  ).start()

/** Stands in for a named actor in the system of another. */
export const standIn = (root: AnyActorRef, name: ActorName, hear: (event: AnyEventObject) => void) =>
  createActor(
    fromTransition((context, event: AnyEventObject) => {
      hear(event)
      return context
    }, null),
    { parent: root, systemId: name },
  ).start()
