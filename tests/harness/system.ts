import { type AnyActorRef, type AnyEventObject, createActor, fromTransition } from 'xstate'
import type { ActorName } from '../../src/machines/system.ts'

/** An actor that handles its events as the test says; `id` is its name in recorded walks. */
export const listener = (hear: (event: AnyEventObject) => void = () => {}, id?: string) =>
  createActor(
    fromTransition((context, event: AnyEventObject) => {
      hear(event)
      return context
    }, null),
    id === undefined ? {} : { id },
  ).start()

/** Replaces a named actor in another's system. */
export const standIn = (root: AnyActorRef, name: ActorName, hear: (event: AnyEventObject) => void) =>
  createActor(
    fromTransition((context, event: AnyEventObject) => {
      hear(event)
      return context
    }, null),
    { parent: root, systemId: name },
  ).start()
