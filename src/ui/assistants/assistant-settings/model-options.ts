import { type OfferedModels, OPERATORS_MODEL } from '../../../services/contract/models.ts'
import { t } from '../../../texts/t.ts'

const labelOf = ({ model, provider }: OfferedModels['offered'][number]) =>
  provider === null ? model : `${model} (${provider})`

const offeredOptions = (models: OfferedModels | null) =>
  (models?.offered ?? []).map((one) => ({ value: one.id, label: labelOf(one) }))

/** One that is named and no longer offered stays among them. */
const withNamed = (
  models: OfferedModels | null,
  options: { value: string; label: string }[],
  named: string,
) =>
  models === null || options.some(({ value }) => value === named)
    ? options
    : [...options, { value: named, label: t('{named} (no longer offered)', { named }) }]

const operators = (model: string) => t('Default: {model}', { model })

/** The models that an assistant may be given. */
export const modelOptions = (models: OfferedModels | null, named: string) => {
  const own = models?.default ? operators(models.default) : t('None: quote the documents')
  return withNamed(models, [{ value: '', label: own }, ...offeredOptions(models)], named)
}

/** Those that may be asked when that one fails. */
export const fallbackOptions = (models: OfferedModels | null, named: string) =>
  withNamed(
    models,
    [
      { value: '', label: t('No fallback') },
      ...(models?.default ? [{ value: OPERATORS_MODEL, label: operators(models.default) }] : []),
      ...offeredOptions(models),
    ],
    named,
  )
