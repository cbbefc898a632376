import type { System } from '../../../services/contract/system.ts'

/** The models that an assistant may be given; one that is named and no longer offered stays among them. */
export const modelOptions = (answers: System['answers'] | undefined, named: string) => {
  const offered = answers?.offered ?? []
  const own = answers?.model ? `The operator's choice: ${answers.model}` : "The operator's choice"
  const isGone = answers !== undefined && named !== '' && offered.every(({ id }) => id !== named)
  return [
    { value: '', label: own },
    ...offered.map(({ id, model, provider }) => ({
      value: id,
      label: provider === null ? model : `${model} (${provider})`,
    })),
    ...(isGone ? [{ value: named, label: `${named} (no longer offered)` }] : []),
  ]
}
