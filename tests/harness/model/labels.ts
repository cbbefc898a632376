import type { AnyEventObject } from 'xstate'

const labels = new WeakMap<object, string>()

/** Says in a sentence what a case of a model is: an event, or what a child answers with. */
export function labelled<Value extends object>(label: string, value: Value): Value {
  labels.set(value, label)
  return value
}

export const labelOf = (event: AnyEventObject): string | undefined => labels.get(event)

/** Of what a child's end brings with it. */
export const answerLabelOf = ({ output, error }: AnyEventObject): string | undefined =>
  [output, error]
    .filter((value) => typeof value === 'object' && value !== null)
    .map((value) => labels.get(value))
    .find((label) => label !== undefined)
