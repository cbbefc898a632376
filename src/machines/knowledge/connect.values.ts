import type { Connector } from '../../services/contract/connectors.ts'
import type { ConnectedSource } from '../../services/contract/sources.ts'
import { beginningsOf } from '../shared/connection-fields.ts'
import { type ConnectValues, fieldsAsTyped, takesToken } from './connect.machine.ts'

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
    refresh: source.refresh,
    mailOnFailure: source.mail_on_failure,
    followsReaders: source.follows_readers,
    signedIn: { id: '', settings: fieldsAsTyped(fields) },
  }
}
