import type { Connector as Presented } from '../../../src/services/contract/connectors.ts'
import { type Code, written } from '../../kernel/texts/say.ts'
import type { Connector } from './connector.types.ts'

const labelOf = (code: Code) => ({ code, text: written({ code }) })

export const presentConnector = ([kind, { name, fields, choices }]: [string, Connector]): Presented => ({
  kind,
  name,
  choices: labelOf(choices),
  fields: Object.entries(fields).map(([field, { input, label, hint, isOptional, preset }]) => ({
    name: field,
    input,
    label: labelOf(label),
    hint: hint ? labelOf(hint) : null,
    is_optional: isOptional ?? false,
    preset: preset ?? '',
  })),
})
