import { Box, chakra } from '@chakra-ui/react'
import type { ReactNode, Ref } from 'react'
import { QUESTION_MAX } from '../../../services/contract/asking.ts'
import { t } from '../../../texts/t.ts'
import { isComposing } from '../../parts/composing.ts'
import { isTooLong, Limit } from '../../parts/limit.tsx'
import { textareaRecipe } from '../../theme/recipes/controls.ts'

/** Chakra's own needs a labelled field, whose code no public page loads. */
const Textarea = chakra('textarea', textareaRecipe)

interface QuestionFieldProps {
  text: string
  placeholder: string
  /** Label of the field; a question by default. */
  label?: string
  onChange: (text: string) => void
  onSubmit: () => void
  onEscape?: () => void
  field?: Ref<HTMLTextAreaElement>
  autoFocus?: boolean
  /** Its buttons. */
  children: ReactNode
}

/** Enter asks, Shift+Enter starts a new line. */
export const QuestionField = ({
  text,
  placeholder,
  label = t('Your question'),
  onChange,
  onSubmit,
  onEscape,
  field,
  autoFocus = false,
  children,
}: QuestionFieldProps) => (
  <chakra.form
    display="flex"
    alignItems="flex-end"
    flexWrap="wrap"
    gap="3"
    border="1px solid"
    borderColor="control"
    borderRadius="xl"
    bg="raised"
    px="4"
    py="3"
    _focusWithin={{ borderColor: 'accent', boxShadow: '0 0 0 1px var(--l-colors-accent)' }}
    // The next question is typed in the field; on a phone, its keyboard would cover the answer.
    onClick={({ currentTarget }) =>
      matchMedia('(pointer: fine)').matches && currentTarget.querySelector('textarea')!.focus()
    }
    onSubmit={(event) => {
      event.preventDefault()
      if (!isTooLong(text, QUESTION_MAX)) onSubmit()
    }}
  >
    <Textarea
      ref={field}
      autoFocus={autoFocus}
      aria-label={label}
      rows={1}
      flex="1"
      value={text}
      aria-invalid={isTooLong(text, QUESTION_MAX)}
      placeholder={placeholder}
      border="0"
      bg="transparent"
      px="0"
      py="1.5"
      resize="none"
      maxHeight="12rem"
      _focusVisible={{ outline: 'none' }}
      css={{
        fieldSizing: 'content',
        '&::placeholder': { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
      }}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (isComposing(event)) return
        if (event.key === 'Escape') onEscape?.()
        if (event.key !== 'Enter' || event.shiftKey) return
        event.preventDefault()
        if (!isTooLong(text, QUESTION_MAX)) onSubmit()
      }}
    />
    {children}
    <Box flexBasis="full" hidden={text === ''}>
      <Limit text={text} max={QUESTION_MAX} />
    </Box>
  </chakra.form>
)
