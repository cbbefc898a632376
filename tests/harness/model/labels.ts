import type { AnyEventObject } from 'xstate'

const labels = new WeakMap<object, string>()

/** Describes a case of a model in a sentence: an event, or a child's answer. */
export function labelled<Value extends object>(label: string, value: Value): Value {
  labels.set(value, label)
  return value
}

export const labelOf = (event: AnyEventObject): string | undefined => labels.get(event)

/** The data that an event carries, such as the answer of a child. */
export const dataLabelOf = (event: object): string | undefined =>
  Object.values(event)
    .filter((value) => typeof value === 'object' && value !== null)
    .map((value) => labels.get(value))
    .find((label) => label !== undefined)
