import type { AnyEventObject } from 'xstate'

/** FNV-1a: eight hexadecimal digits that distinguish texts, the same everywhere. */
export function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** `crypto.randomUUID()`. */
const RANDOM_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

function plainly(this: unknown, _: string, value: unknown): unknown {
  if (value instanceof Error) return { error: value.message, ...value }
  if (value instanceof Set) return [...value]
  if (value instanceof Map) return Object.fromEntries(value)
  // An actor's `toJSON` has been called already. Without a name, its id is a counter of this process.
  if (typeof value === 'object' && value !== null && 'xstate$$type' in value && 'id' in value)
    return /^x:\d+$/.test(String(value.id)) ? 'an actor' : `the actor ${value.id}`
  return typeof value === 'string' && RANDOM_ID.test(value) ? 'a random id' : value
}

const LONG = 240
const SHOWN = 180

/** A value on one line; a long one is truncated, and its digest shows whether the rest is the same. */
export function plain(value: unknown): string {
  const text = JSON.stringify(value, plainly) ?? 'undefined'
  return text.length <= LONG ? text : `${text.slice(0, SHOWN)} … ${digest(text)}`
}

/** `field.changed {"name":"email"}`: distinguishes the cases of one state. */
export function eventText({ type, ...rest }: AnyEventObject): string {
  const { actorId: _, ...payload } = rest
  return Object.values(payload).every((value) => value === undefined) ? type : `${type} ${plain(payload)}`
}
