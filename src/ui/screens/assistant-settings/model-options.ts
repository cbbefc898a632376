import type { System } from '../../../services/contract/system.ts'
import { t } from '../../../texts/t.ts'

/** The models that an assistant may be given; one that is named and no longer offered stays among them. */
export const modelOptions = (answers: System['answers'] | undefined, named: string) => {
  const offered = answers?.offered ?? []
  const own = answers?.model
    ? t("The operator's choice: {model}", { model: answers.model })
    : t("The operator's choice")
  const isGone = answers !== undefined && named !== '' && offered.every(({ id }) => id !== named)
  return [
    { value: '', label: own },
    ...offered.map(({ id, model, provider }) => ({
      value: id,
      label: provider === null ? model : `${model} (${provider})`,
    })),
    ...(isGone ? [{ value: named, label: t('{named} (no longer offered)', { named }) }] : []),
  ]
}
