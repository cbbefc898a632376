import type { AnyEventObject } from 'xstate'

const labels = new WeakMap<object, string>()

/** Describes a case of a model in a sentence: an event, or a child's answer. */
export function labelled<Value extends object>(label: string, value: Value): Value {
  labels.set(value, label)
  return value
}

export const labelOf = (event: AnyEventObject): string | undefined => labels.get(event)

/** The data that a child's end carries. */
export const answerLabelOf = ({ output, error }: AnyEventObject): string | undefined =>
  [output, error]
    .filter((value) => typeof value === 'object' && value !== null)
    .map((value) => labels.get(value))
    .find((label) => label !== undefined)
