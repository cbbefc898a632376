import type { Context } from '../../context.ts'
import type { WithLock } from '../../kernel/db/named-lock.ts'
import { fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { Connections, Held } from '../connectors/connections.ts'
import type { Connection } from '../connectors/connector.types.ts'
import type { Tokens } from '../connectors/oauth.ts'
import type { SourcesRepository } from './sources.repository.ts'
import type { SourceRow } from './sources.types.ts'
import { storedIn } from './stored.ts'

/** Before they expire: longer than one request takes. */
const RENEWED_BEFORE = 2 * 60_000 // ms
const PATIENCE = 30_000 // ms

type Parts = {
  sources: Pick<SourcesRepository, 'find' | 'keepSecrets'>
  connections: Pick<Connections<Connection>, 'oauth' | 'tokensOf' | 'withTokens'>
  withLock: WithLock
}

const isFresh = ({ expiresAt }: Tokens) => expiresAt - Date.now() > RENEWED_BEFORE

/** Connections of sources, whose tokens are renewed in time: by one of all that want them at the same time. */
export const createHeld = ({ sources, connections, withLock }: Parts) => {
  const renew = (id: string, refused: string | undefined) =>
    withLock(`tokens ${id}`, async () => {
      const row = (await sources.find(id))?.source
      const stored = row && storedIn(row)
      const tokens = stored && connections.tokensOf(stored)
      if (row?.settings.kind !== 'connector' || !tokens) throw fetchFailure('token_refused')
      if (isFresh(tokens) && tokens.access !== refused) return tokens
      const oauth = connections.oauth(row.settings.connector, stored, AbortSignal.timeout(PATIENCE))
      const renewed = await oauth.renew(tokens)
      await sources.keepSecrets(row, connections.withTokens(stored, renewed))
      return renewed
    })

  /** Null of pages of the web. */
  return (row: SourceRow): Held | null => {
    const stored = storedIn(row)
    if (!stored) return null
    let known: Tokens | null = null
    return {
      ...stored,
      async token(refused) {
        known ??= connections.tokensOf(stored)
        if (!known || !isFresh(known) || known.access === refused) known = await renew(row.id, refused)
        return known.access
      },
    }
  }
}

/**
 * Ends at the service what it has given for a source that is gone. Services end by that whatever the same account has
 * given the same client, so another source of the client keeps it.
 */
export const createRevocation =
  (
    { background }: Pick<Context, 'background'>,
    {
      sources,
      connections,
    }: { sources: Pick<SourcesRepository, 'sharesClient'> } & Pick<Parts, 'connections'>,
  ) =>
  (row: SourceRow) => {
    const { settings } = row
    const stored = storedIn(row)
    if (settings.kind !== 'connector' || !stored) return
    background.run('revoking the tokens of a source', async () => {
      const tokens = connections.tokensOf(stored)
      if (!tokens || (await sources.sharesClient(row))) return
      await connections.oauth(settings.connector, stored, AbortSignal.timeout(PATIENCE)).revoke(tokens)
    })
  }
