import { Box, Flex, Input, Stack } from '@chakra-ui/react'
import { Plus, X } from 'lucide-react'
import { t } from '../../texts/t.ts'
import { Button, IconButton } from './button.tsx'
import { FieldSet, FieldsetNote } from './field-set.tsx'
import { useFieldError, useFieldValue, useForm } from './form.tsx'
import { isTooLong, Limit } from './limit.tsx'

interface LinesFieldProps {
  name: string
  label: string
  /** Name of one of them. */
  noun: 'question' | 'origin'
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
  const change = (value: readonly string[]) => form.send({ type: 'field.changed', name, value })
  return (
    <FieldSet label={label}>
      <Stack gap="2" align="flex-start">
        {lines.map((line, place) => (
          <Flex key={place} gap="1.5" width="full" wrap="wrap">
            <Input
              flex="1"
              aria-label={t('{noun, select, question {Question} other {Origin}} {place}', {
                noun,
                place: place + 1,
              })}
              aria-invalid={error !== null || isTooLong(line, maxLength)}
              value={line}
              placeholder={placeholder}
              autoFocus={line === '' && place === lines.length - 1}
              onChange={({ target }) =>
                change(lines.map((other, at) => (at === place ? target.value : other)))
              }
            />
            <IconButton
              label={t('Remove {noun, select, question {question} other {origin}} {place}', {
                noun,
                place: place + 1,
              })}
              height="40px"
              onClick={() => change(lines.filter((_, at) => at !== place))}
            >
              <X aria-hidden />
            </IconButton>
            <Box flexBasis="full" hidden={line.length === 0}>
              <Limit text={line} max={maxLength} />
            </Box>
          </Flex>
        ))}
        {lines.length < max && (
          <Button size="sm" onClick={() => change([...lines, ''])}>
            <Plus aria-hidden />
            {t('Add {noun, select, question {question} other {origin}}', { noun })}
          </Button>
        )}
      </Stack>
      <FieldsetNote error={error} hint={hint} />
    </FieldSet>
  )
}
