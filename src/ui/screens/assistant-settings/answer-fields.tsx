import { Text } from '@chakra-ui/react'
import {
  type AnswerLanguage,
  type AnswerPolicy,
  SYSTEM_PROMPT_MAX,
  TEMPERATURE_MAX,
  TOP_K_MAX,
} from '../../../services/contract/integrations.ts'
import { TextField, useFieldValue } from '../../parts/form.tsx'
import { counted, formatShare } from '../../parts/format.ts'
import { RangeField } from '../../parts/range-field.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { ToggleField } from '../../parts/toggle-field.tsx'
import { useResource, useResourceData } from '../../workspace.ts'
import { modelOptions } from './model-options.ts'

const policies: readonly { value: AnswerPolicy; label: string }[] = [
  { value: 'documents_only', label: 'Documents only: it declines what they do not contain' },
  { value: 'documents_first', label: 'Documents first: the model may add what it knows' },
]

const languages: readonly { value: AnswerLanguage; label: string }[] = [
  { value: 'auto', label: 'Same as the question' },
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German' },
  { value: 'fr', label: 'French' },
  { value: 'es', label: 'Spanish' },
  { value: 'it', label: 'Italian' },
  { value: 'nl', label: 'Dutch' },
  { value: 'pt', label: 'Portuguese' },
  { value: 'pl', label: 'Polish' },
  { value: 'ja', label: 'Japanese' },
  { value: 'zh', label: 'Chinese' },
]

export function AnswerFields() {
  const system = useResourceData(useResource('system', {}))
  const prompt = useFieldValue('system_prompt') as string
  const model = useFieldValue('model') as string
  return (
    <>
      {system?.answers.mode === 'quoted' && (
        <Text textStyle="small" color="ink.2">
          Without a language model answers are sentences of your documents. Instructions, answer policy,
          language, model and temperature are kept, and heeded once there is a model.
        </Text>
      )}
      <SelectField
        name="model"
        label="Language model"
        hint={
          system?.answers.mode === 'quoted'
            ? 'None is set up: answers are quoted without a model.'
            : 'Writes the answers. Your operator decides which are offered.'
        }
        options={modelOptions(system?.answers, model)}
      />
      <RangeField
        name="temperature"
        label="Temperature"
        hint="How freely the model chooses its words. Low keeps it close to the documents."
        min={0}
        max={TEMPERATURE_MAX}
        step={0.1}
        said={(value) => value.toFixed(1)}
      />
      <TextField
        name="system_prompt"
        label="Instructions"
        aside={`${prompt.length.toLocaleString('en')} of ${SYSTEM_PROMPT_MAX.toLocaleString('en')}`}
        rows={6}
        maxLength={SYSTEM_PROMPT_MAX}
        hint="Tone, audience, what to leave out. They cannot lift the rule that every statement is cited."
      />
      <SelectField name="answer_policy" label="Answer policy" options={policies} />
      <TextField
        name="refusal_message"
        label="Refusal text"
        rows={2}
        maxLength={500}
        placeholder="The documents do not hold an answer to this question."
        hint="Shown when the documents do not contain the answer."
      />
      <RangeField
        name="top_k"
        label="Passages per answer"
        hint="More passages find more, and cost more with a model."
        min={1}
        max={TOP_K_MAX}
        step={1}
        said={(value) => counted(value, 'passage')}
      />
      <RangeField
        name="score_threshold"
        label="Score threshold"
        hint="Passages below it are left out. Search shows the score of each."
        min={0}
        max={1}
        step={0.05}
        said={(value) => (value === 0 ? 'None' : formatShare(value))}
      />
      <SelectField name="language" label="Language of the answers" options={languages} />
      <ToggleField
        name="show_citations"
        label="Show citations"
        hint="Numerals in the answer and its passages in the margin, here and on the public page."
      />
    </>
  )
}
