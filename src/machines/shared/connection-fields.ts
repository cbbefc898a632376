import type { ConnectorField } from '../../services/contract/connectors.ts'
import { t } from '../../texts/t.ts'
import type { FieldErrors } from './form/form.parts.ts'

type Values = Readonly<Record<string, unknown>>

const ADDRESS = /^https?:\/\/[^\s/]+/i

/** Values typed into the fields that the server asks for. */
const typedInto = (values: Values, { name }: Pick<ConnectorField, 'name'>) => {
  const value = values[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** The typed values, by field name. */
export const settingsOf = (values: Values, fields: readonly ConnectorField[]) =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const typed = typedInto(values, field)
      return typed === '' ? [] : [[field.name, typed]]
    }),
  )

/** Initial value of each field. */
export const beginningsOf = (fields: readonly ConnectorField[]) =>
  Object.fromEntries(fields.map(({ name, preset }) => [name, preset]))

const problemOf = (values: Values, field: ConnectorField, isStored: boolean) => {
  const typed = typedInto(values, field)
  const isKept = field.input === 'secret' && isStored
  if (typed === '') return field.is_optional || isKept ? null : t('Please fill in this field.')
  return field.input !== 'url' || ADDRESS.test(typed)
    ? null
    : t('Enter an address that begins with https://.')
}

/** @param isStored whether there are stored secrets, which are kept if none is entered */
export const problemsOfFields = (
  values: Values,
  fields: readonly ConnectorField[],
  isStored: boolean,
): FieldErrors =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const problem = problemOf(values, field, isStored)
      return problem === null ? [] : [[field.name, problem]]
    }),
  )
