import type { ConnectorField } from '../../services/contract/connectors.ts'
import { labelIn } from '../../texts/said-of.ts'
import { t } from '../../texts/t.ts'
import { TextField } from './form.tsx'

interface ConnectionFieldsProps {
  fields: readonly ConnectorField[]
  /** A secret that is stored stays where none is entered. */
  isStored: boolean
}

/** What a service asks of whoever connects it, as the server lists it. */
export function ConnectionFields({ fields, isStored }: ConnectionFieldsProps) {
  const firstEmpty = fields.findIndex(({ preset }) => !preset)
  return fields.map(({ name, label, hint, input, is_optional }, index) => {
    const isSecret = input === 'secret'
    const kept = isSecret && isStored ? t('Leave empty to keep the stored one.') : null
    return (
      <TextField
        key={name}
        name={name}
        label={labelIn(label)}
        type={isSecret ? 'password' : input === 'email' ? 'email' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        aside={is_optional ? t('Optional') : undefined}
        hint={kept ?? (hint && labelIn(hint))}
        autoFocus={index === firstEmpty}
      />
    )
  })
}
