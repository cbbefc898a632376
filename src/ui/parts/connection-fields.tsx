import { chakra, Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import type { ConnectorField } from '../../services/contract/connectors.ts'
import { labelIn } from '../../texts/localized-parts.ts'
import { t } from '../../texts/t.ts'
import { TextField, useForm } from './form.tsx'

/** From this number on, rarely needed fields are collapsed. */
const FOLDED_FROM = 3

interface ConnectionFieldsProps {
  fields: readonly ConnectorField[]
  /** A stored secret is kept if none is entered. */
  isStored: boolean
}

/** The fields for connecting a service, as the server lists them. */
export function ConnectionFields({ fields, isStored }: ConnectionFieldsProps) {
  // A way's fields appear while it is being chosen, and must not take the focus from it.
  const firstEmpty = fields.find(({ preset, way }) => !preset && way === null)
  const optional = fields.filter(({ is_optional }) => is_optional)
  const isFolded = optional.length >= FOLDED_FROM
  const fieldOf = (field: ConnectorField) => (
    <ConnectionField key={field.name} field={field} isStored={isStored} autoFocus={field === firstEmpty} />
  )
  return (
    <>
      {fields.filter((field) => !isFolded || !field.is_optional).map(fieldOf)}
      {isFolded && (
        <Folded names={optional.map(({ name }) => name)} isOpenFirst={isStored}>
          {optional.map(fieldOf)}
        </Folded>
      )}
    </>
  )
}

interface ConnectionFieldProps {
  field: ConnectorField
  isStored: boolean
  autoFocus: boolean
}

const ConnectionField = ({ field, isStored, autoFocus }: ConnectionFieldProps) => {
  const { name, label, hint, input, is_optional } = field
  const isSecret = input === 'secret'
  const kept = isSecret && isStored ? t('Leave empty to keep the stored one.') : null
  return (
    <TextField
      name={name}
      label={labelIn(label)}
      type={isSecret ? 'password' : input === 'email' ? 'email' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      aside={is_optional ? t('Optional') : undefined}
      hint={kept ?? (hint && labelIn(hint))}
      autoFocus={autoFocus}
    />
  )
}

interface FoldedProps {
  names: readonly string[]
  isOpenFirst: boolean
  children: ReactNode
}

/** Rarely needed fields; they expand if one of them is invalid. */
const Folded = ({ names, isOpenFirst, children }: FoldedProps) => {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const isWrong = useSelector(useForm(), ({ context }) => names.some((name) => context.fieldErrors[name]))
  if (isWrong && !isOpen) setOpen(true)
  return (
    <chakra.details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <chakra.summary cursor="pointer" width="fit-content" py="2.5" fontSize="sm">
        {t('More settings')}
      </chakra.summary>
      <Stack gap="4" pt="2">
        {children}
      </Stack>
    </chakra.details>
  )
}
