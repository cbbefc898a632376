import { Input } from '@chakra-ui/react'
import { t } from '../../texts/t.ts'
import { FieldSet, FieldsetNote } from './field-set.tsx'
import { useFieldError, useFieldValue, useForm } from './form.tsx'
import { isTooLong } from './limit.tsx'
import { Lines } from './lines.tsx'

interface LinesFieldProps {
  name: string
  label: string
  /** Name of one of them. */
  noun: 'question' | 'site'
  hint: string
  max: number
  maxLength: number
  placeholder: string
}

/** A few short texts, one per line, in a form. */
export function LinesField({ name, label, noun, hint, max, maxLength, placeholder }: LinesFieldProps) {
  const form = useForm()
  const lines = useFieldValue(name) as readonly string[]
  const error = useFieldError(name)
  return (
    <FieldSet label={label}>
      <Lines
        lines={lines}
        blank=""
        max={max}
        onChange={(value) => form.send({ type: 'field.changed', name, value })}
        addLabel={t('Add {noun, select, question {question} other {site}}', { noun })}
        removeLabel={(place) =>
          t('Remove {noun, select, question {question} other {site}} {place}', { noun, place: place + 1 })
        }
        limited={(line) => [line, maxLength]}
      >
        {(line, place, change) => (
          <Input
            flex="1"
            aria-label={t('{noun, select, question {Question} other {Site}} {place}', {
              noun,
              place: place + 1,
            })}
            aria-invalid={error !== null || isTooLong(line, maxLength)}
            value={line}
            placeholder={placeholder}
            autoFocus={line === '' && place === lines.length - 1}
            onChange={({ target }) => change(target.value)}
          />
        )}
      </Lines>
      <FieldsetNote error={error} hint={hint} />
    </FieldSet>
  )
}
