import type { ConnectionChoices, Connector } from '../../services/contract/connectors.ts'
import type { ConnectedSource, SourceRefresh } from '../../services/contract/sources.ts'
import { t } from '../../texts/t.ts'
import { beginningsOf, problemsOfFields, settingsOf } from '../shared/connection-fields.ts'
import { createSourceFormMachine, type SourceFormRef } from './source-form.machine.ts'
import type { SourceValues } from './source-form.types.ts'

export interface ConnectValues extends SourceValues {
  /** '' for a new connection. */
  readonly sourceId: string
  readonly connector: Connector
  /** If there are two: with a token, or by logging in to the service. */
  readonly way: 'token' | 'sign_in'
  /** Ids of the items to read. */
  readonly chosen: readonly string[]
  /** The items that a stored connection reads. */
  readonly stored: ConnectedSource['choices']
  readonly refresh: SourceRefresh
  readonly mailOnFailure: boolean
  /** Only the service's own readers may read the documents, if it tells who they are. */
  readonly followsReaders: boolean
  /** The connector's field values when the account signed in; '' for the id of a stored one. */
  readonly signedIn: { readonly id: string; readonly settings: string } | null
  /** The connector's fields, by name. */
  readonly [field: string]: unknown
}

const NO_CONNECTOR: Connector = {
  kind: '',
  name: '',
  fields: [],
  choices: { code: '', text: '' },
  redirect_uri: null,
  hides_addresses: false,
}

type Way = Pick<ConnectValues, 'connector' | 'way'>

/** Whether a service can be connected with a token. */
export const takesToken = ({ fields, redirect_uri }: Connector) =>
  redirect_uri === null || fields.some(({ way }) => way === 'token')

/** The fields of the chosen way. */
export const fieldsOf = ({ connector, way }: Way) =>
  connector.fields.filter((field) => field.way === null || field.way === way)

/** The values entered for the chosen way. */
export const enteredIn = (values: Way) => settingsOf({ ...values }, fieldsOf(values))

/** A changed field means another connection. */
const fieldsAsTyped = (values: Way) => JSON.stringify(enteredIn(values))

/** Whether the typed values require signing in to the service, or the person has done so. */
export const signInRequirement = (values: ConnectValues) => {
  if (values.way === 'token') return null
  return values.signedIn?.settings === fieldsAsTyped(values) ? 'done' : 'needed'
}

/** The dialog that connects a service, or changes a connection: it is tried, then items are chosen. */
export const connectMachine = createSourceFormMachine<ConnectValues, ConnectionChoices>({
  id: 'connect',
  description: 'Connects a service to a knowledge base, or changes a connection.',
  empty: {
    knowledgeBaseId: '',
    sourceId: '',
    connector: NO_CONNECTOR,
    way: 'token',
    chosen: [],
    stored: [],
    refresh: 'daily',
    mailOnFailure: false,
    followsReaders: true,
    signedIn: null,
  },
  validate: (values) => problemsOfFields(values, fieldsOf(values), values.sourceId !== ''),
  signsIn: {
    standing: signInRequirement,
    signedIn: (values, id) => ({ ...values, signedIn: { id, settings: fieldsAsTyped(values) } }),
  },
  problemsOfFound: ({ choices }) =>
    choices.length > 0 ? {} : { url: t('This account cannot see anything there.') },
  problemsOfChoice: ({ chosen }) => (chosen.length > 0 ? {} : { chosen: t('Choose at least one.') }),
  fallback: t('The service could not be connected. Your entries are kept: try again.'),
})

export type ConnectRef = SourceFormRef<ConnectValues, ConnectionChoices>

/** Initial values of the dialog for a new connection. */
export const newConnection = (knowledgeBaseId: string, connector: Connector): Partial<ConnectValues> => ({
  ...beginningsOf(connector.fields),
  knowledgeBaseId,
  connector,
  way: takesToken(connector) ? 'token' : 'sign_in',
})

/** Initial values for a stored one: its secrets stay on the server. */
export const storedConnection = (source: ConnectedSource, connector: Connector): Partial<ConnectValues> => {
  const way = 'client_id' in source.settings ? ('sign_in' as const) : ('token' as const)
  const fields = { ...beginningsOf(connector.fields), ...source.settings, url: source.url, connector, way }
  return {
    ...fields,
    knowledgeBaseId: source.knowledge_base_id,
    sourceId: source.id,
    chosen: source.choices.map(({ id }) => id),
    stored: source.choices,
    refresh: source.refresh,
    mailOnFailure: source.mail_on_failure,
    followsReaders: source.follows_readers,
    signedIn: { id: '', settings: fieldsAsTyped(fields) },
  }
}
