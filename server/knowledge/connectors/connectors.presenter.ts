import type { ConnectorField, Connector as Presented } from '../../../src/services/contract/connectors.ts'
import { type Code, written } from '../../kernel/texts/say.ts'
import type { Connector, Field } from './connector.types.ts'

export const labelOf = (code: Code) => ({ code, text: written({ code }) })

export const presentFields = (fields: Readonly<Record<string, Field>>): ConnectorField[] =>
  Object.entries(fields).map(([name, { input, label, hint, isOptional, preset, way }]) => ({
    name,
    input,
    label: labelOf(label),
    hint: hint ? labelOf(hint) : null,
    is_optional: isOptional ?? false,
    preset: preset ?? '',
    way: way ?? null,
  }))

/** @param redirectUri address that services redirect people back to */
export const presentConnector = (
  [kind, { name, fields, choices, oauth, hidesAddresses }]: [string, Connector],
  redirectUri: string,
): Presented => ({
  kind,
  name,
  choices: labelOf(choices),
  fields: presentFields(fields),
  redirect_uri: oauth ? redirectUri : null,
  hides_addresses: hidesAddresses ?? false,
})
