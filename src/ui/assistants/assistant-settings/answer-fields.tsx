import { Text } from '@chakra-ui/react'
import {
  ANSWER_TOKENS_MAX,
  type AnswerLanguage,
  type AnswerPolicy,
  SYSTEM_PROMPT_MAX,
  TEMPERATURE_MAX,
  TOP_K_MAX,
} from '../../../services/contract/integrations.ts'
import { type OfferedModels, OPERATORS_MODEL } from '../../../services/contract/models.ts'
import { t } from '../../../texts/t.ts'
import { TextField, useFieldValue } from '../../parts/form.tsx'
import { formatNumber, formatShare, formatTenths } from '../../parts/format.ts'
import { RangeField } from '../../parts/range-field.tsx'
import { FieldView } from '../../parts/resource-view.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { ToggleField } from '../../parts/toggle-field.tsx'
import { useOrganizationId, useResource } from '../../workspace.ts'

const labelOf = ({ model, provider }: OfferedModels['offered'][number]) =>
  provider === null ? model : `${model} (${provider})`

const offeredOptions = ({ offered }: OfferedModels) =>
  offered.map((one) => ({ value: one.id, label: labelOf(one) }))

/** A configured model that is no longer offered stays in the list. */
const withNamed = (options: { value: string; label: string }[], named: string) =>
  options.some(({ value }) => value === named)
    ? options
    : [...options, { value: named, label: t('{named} (no longer offered)', { named }) }]

const operators = (model: string) => t('Default: {model}', { model })

/** The models that an assistant can use. */
const modelOptions = (models: OfferedModels, named: string) => {
  const own = models.default ? operators(models.default) : t('None: quote the documents')
  return withNamed([{ value: '', label: own }, ...offeredOptions(models)], named)
}

/** Possible fallbacks for that model. */
const fallbackOptions = (models: OfferedModels, named: string) =>
  withNamed(
    [
      { value: '', label: t('No fallback') },
      ...(models.default ? [{ value: OPERATORS_MODEL, label: operators(models.default) }] : []),
      ...offeredOptions(models),
    ],
    named,
  )

const policies: readonly { value: AnswerPolicy; label: string }[] = [
  { value: 'documents_only', label: t('Documents only: it declines everything else') },
  { value: 'documents_first', label: t('Documents first: the model may add its own knowledge') },
]

const languages: readonly { value: AnswerLanguage; label: string }[] = [
  { value: 'auto', label: t('Same as the question') },
  { value: 'en', label: t('English') },
  { value: 'de', label: t('German') },
  { value: 'fr', label: t('French') },
  { value: 'es', label: t('Spanish') },
  { value: 'it', label: t('Italian') },
  { value: 'nl', label: t('Dutch') },
  { value: 'pt', label: t('Portuguese') },
  { value: 'pl', label: t('Polish') },
  { value: 'ja', label: t('Japanese') },
  { value: 'zh', label: t('Chinese') },
]

/** The model that writes the answers, and the one that is used if it fails. */
function ModelFields({ models }: { models: OfferedModels }) {
  const model = useFieldValue('model') as string
  const fallback = useFieldValue('fallback_model') as string
  const quotes = models.default === null && model === '' && fallback === ''
  return (
    <>
      {quotes && (
        <Text textStyle="small" color="ink.2">
          {t(
            'Without a language model, answers quote your documents. Instructions, answer policy, language, model and temperature are kept and take effect once a model is set.',
          )}
        </Text>
      )}
      <SelectField
        name="model"
        label={t('Language model')}
        hint={t('Writes the answers. Owners and admins can add models under Settings → Models.')}
        options={modelOptions(models, model)}
      />
      <SelectField
        name="fallback_model"
        label={t('Fallback model')}
        hint={t('Used when the first model fails or does not respond.')}
        options={fallbackOptions(models, fallback)}
      />
    </>
  )
}

export function AnswerFields() {
  const models = useResource('models', { organizationId: useOrganizationId() })
  const prompt = useFieldValue('system_prompt') as string
  return (
    <>
      <FieldView label={t('Language model')} resource={models}>
        {(offered) => <ModelFields models={offered} />}
      </FieldView>
      <RangeField
        name="temperature"
        label={t('Temperature')}
        hint={t('Low values stay close to the documents; high values vary the wording.')}
        min={0}
        max={TEMPERATURE_MAX}
        step={0.1}
        said={formatTenths}
      />
      <RangeField
        name="answer_tokens_max"
        label={t('Maximum length')}
        hint={t('In tokens (about ¾ of a word). Longer answers are cut off.')}
        min={0}
        max={ANSWER_TOKENS_MAX}
        step={100}
        said={(count) => (count === 0 ? t('No limit') : t('{count} tokens', { count: formatNumber(count) }))}
      />
      <TextField
        name="system_prompt"
        label={t('Instructions')}
        aside={t('{used} of {limit}', {
          used: formatNumber(prompt.length),
          limit: formatNumber(SYSTEM_PROMPT_MAX),
        })}
        rows={6}
        maxLength={SYSTEM_PROMPT_MAX}
        hint={t('Tone, audience, topics to avoid. Every statement is still cited.')}
      />
      <SelectField name="answer_policy" label={t('Answer policy')} options={policies} />
      <TextField
        name="refusal_message"
        label={t('Refusal text')}
        rows={2}
        maxLength={500}
        placeholder={t('I couldn’t find an answer in the documents.')}
        hint={t('Shown when the documents do not contain the answer.')}
      />
      <RangeField
        name="top_k"
        label={t('Passages per answer')}
        hint={t('More passages cover more, and cost more with a model.')}
        min={1}
        max={TOP_K_MAX}
        step={1}
        said={(count) => t('{count, plural, =0 {No passages} one {# passage} other {# passages}}', { count })}
      />
      <RangeField
        name="score_threshold"
        label={t('Minimum rank score')}
        hint={t('Passages below it are left out. Search shows the rank score of each passage.')}
        min={0}
        max={1}
        step={0.05}
        said={(value) => (value === 0 ? t('No minimum') : formatShare(value))}
      />
      <SelectField name="language" label={t('Answer language')} options={languages} />
      <ToggleField
        name="show_citations"
        label={t('Show citations')}
        hint={t('Show numbered citations and the quoted passages, here and on the public page.')}
      />
    </>
  )
}
