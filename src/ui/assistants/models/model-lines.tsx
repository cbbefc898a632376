import { Input, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import {
  BLANK_MODEL,
  isListedFrom,
  type ListModelsRef,
  listedFrom,
  type ModelLine,
  type ProviderValues,
} from '../../../machines/assistants/model-provider.machine.ts'
import { MODEL_NAME_MAX, PROVIDER_MODELS_MAX } from '../../../services/contract/models.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { FieldSet, FieldsetNote } from '../../parts/field-set.tsx'
import { useFieldError, useFieldValue, useForm, useFormValues } from '../../parts/form.tsx'
import { useOrganizationId } from '../../workspace.ts'
import { Lines } from '../assistant-settings/lines.tsx'

/** A provider's models with their prices, one per line; its listed names are suggested while typing. */
export function ModelLines({ list }: { list: ListModelsRef }) {
  const form = useForm()
  const lines = useFieldValue('models') as readonly ModelLine[]
  const error = useFieldError('models')
  const names = useId()
  return (
    <FieldSet label={t('Models and prices per million tokens')}>
      <Lines
        lines={lines}
        blank={BLANK_MODEL}
        max={PROVIDER_MODELS_MAX}
        onChange={(value) => form.send({ type: 'field.changed', name: 'models', value })}
        addLabel={t('Add model')}
        removeLabel={(place) => t('Remove model {place}', { place: place + 1 })}
        limited={({ name }) => [name, MODEL_NAME_MAX]}
        beside={<ReadList list={list} />}
      >
        {(line, place, change) => (
          <>
            <Input
              flex={{ base: '1 1 100%', sm: '1 1 11rem' }}
              list={names}
              aria-label={t('Model {place}', { place: place + 1 })}
              aria-invalid={error !== null}
              value={line.name}
              placeholder={t('Model name')}
              onChange={({ target }) => change({ ...line, name: target.value })}
            />
            <Input
              flex="1 1 5rem"
              inputMode="decimal"
              aria-label={t('Input price of model {place}', { place: place + 1 })}
              value={line.input}
              placeholder={t('Input')}
              onChange={({ target }) => change({ ...line, input: target.value })}
            />
            <Input
              flex="1 1 5rem"
              inputMode="decimal"
              aria-label={t('Output price of model {place}', { place: place + 1 })}
              value={line.output}
              placeholder={t('Output')}
              onChange={({ target }) => change({ ...line, output: target.value })}
            />
          </>
        )}
      </Lines>
      <FieldsetNote error={error} hint={t('No cost is shown without prices.')} />
      <Listed list={list} id={names} />
    </FieldSet>
  )
}

function ReadList({ list }: { list: ListModelsRef }) {
  const values = useFormValues() as unknown as ProviderValues
  const isOfThese = useSelector(list, isListedFrom(values))
  const busy = useSelector(list, (form) => form.hasTag('busy')) && isOfThese
  const organizationId = useOrganizationId()
  const read = () => {
    list.send({ type: 'form.closed' })
    list.send({ type: 'form.opened', organizationId, values: listedFrom(values) })
    list.send({ type: 'form.submitted' })
  }
  return (
    <Button size="sm" disabled={busy} onClick={read}>
      {busy ? t('Loading…') : t('Load the provider’s list')}
    </Button>
  )
}

/** The listed names as suggestions, or why there are none. */
function Listed({ list, id }: { list: ListModelsRef; id: string }) {
  const isOfThese = useSelector(list, isListedFrom(useFormValues() as unknown as ProviderValues))
  const { output, error, fieldErrors } = useSelector(list, ({ context }) => context)
  if (!isOfThese) return null
  const problem = error ?? Object.values(fieldErrors)[0]
  return (
    <>
      <datalist id={id}>
        {output?.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Text aria-live="polite" textStyle="small" color={problem ? 'accent' : 'ink.2'}>
        {problem ??
          (output &&
            t(
              '{count, plural, =0 {No models found.} one {# model found. Start typing its name.} other {# models found. Start typing a name.}}',
              {
                count: output.length,
              },
            ))}
      </Text>
    </>
  )
}
