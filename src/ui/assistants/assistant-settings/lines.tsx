import { Box, Flex, Input, Stack } from '@chakra-ui/react'
import { Plus, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../texts/t.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { FieldSet, FieldsetNote } from '../../parts/field-set.tsx'
import { useFieldError, useFieldValue, useForm } from '../../parts/form.tsx'
import { isTooLong, Limit } from '../../parts/limit.tsx'
import { placeInList } from '../../parts/place-in-list.ts'

interface LinesProps<Line> {
  lines: readonly Line[]
  blank: Line
  /** Number of lines. */
  max: number
  onChange: (lines: readonly Line[]) => void
  addLabel: string
  removeLabel: (place: number) => string
  /** The text of a line that is limited, and its most characters. */
  limited: (line: Line) => [text: string, max: number]
  /** The fields of a line. */
  children: (line: Line, place: number, change: (line: Line) => void) => ReactNode
  /** Next to the button that adds one. */
  beside?: ReactNode
}

/** Lines of a field that are added and removed. The focus stays near one that goes. */
export function Lines<Line>({
  lines,
  blank,
  max,
  onChange,
  addLabel,
  removeLabel,
  limited,
  children,
  beside,
}: LinesProps<Line>) {
  const adder = useRef<HTMLButtonElement>(null)
  const remove = (place: number, { currentTarget }: MouseEvent) => {
    const neighbor = placeInList(currentTarget)
    flushSync(() => onChange(lines.filter((_, at) => at !== place)))
    const next = lines.length === 1 ? adder.current : neighbor()
    next?.focus()
  }
  return (
    <Stack gap="2" align="flex-start">
      <Stack as="ul" gap="2" width="full" listStyle="none" hidden={lines.length === 0}>
        {lines.map((line, place) => {
          const [text, textMax] = limited(line)
          const change = (changed: Line) =>
            onChange(lines.map((other, at) => (at === place ? changed : other)))
          return (
            <Flex as="li" key={place} gap="1.5" wrap="wrap">
              {children(line, place, change)}
              <IconButton label={removeLabel(place)} height="40px" onClick={(event) => remove(place, event)}>
                <X aria-hidden />
              </IconButton>
              <Box flexBasis="full" hidden={text.length === 0}>
                <Limit text={text} max={textMax} />
              </Box>
            </Flex>
          )
        })}
      </Stack>
      <Flex gap="2" wrap="wrap">
        {lines.length < max && (
          <Button ref={adder} size="sm" onClick={() => onChange([...lines, blank])}>
            <Plus aria-hidden />
            {addLabel}
          </Button>
        )}
        {beside}
      </Flex>
    </Stack>
  )
}

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
