import type { Context } from '../../context.ts'
import type { WithLock } from '../../kernel/db/named-lock.ts'
import { DAY, MINUTE } from '../../kernel/durations.ts'
import { FetchFailure, fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { Connections, Held, Stored } from '../connectors/connections.ts'
import type { Connection } from '../connectors/connector.types.ts'
import type { Tokens } from '../connectors/oauth.ts'
import type { SourcesRepository } from './sources.repository.ts'
import type { EndedConnection, SourceRow } from './sources.types.ts'

/** The connection of a source; null for web pages. */
export const storedIn = ({ settings, secrets }: Pick<SourceRow, 'settings' | 'secrets'>): Stored | null =>
  settings.kind === 'connector' ? { url: settings.url, settings: settings.settings, secrets } : null

/** Time before expiry: longer than one request takes. */
const RENEWED_BEFORE = 2 * MINUTE
const PATIENCE = 30_000 // ms
const REVOKED_WITHIN = 7 * DAY

type Parts = {
  config: Pick<Context['config'], 'quiet'>
  sources: Pick<SourcesRepository, 'find' | 'keepSecrets' | 'ended' | 'forgetEnded' | 'sharesClient'>
  connections: Pick<Connections<Connection>, 'oauth' | 'tokensOf' | 'withTokens'>
  withLongLock: WithLock
}

const isFresh = ({ expiresAt }: Tokens) => expiresAt === null || expiresAt - Date.now() > RENEWED_BEFORE

/** Connections of sources, whose tokens are renewed in time, once for all concurrent callers. */
export const createHeld = ({ config, sources, connections, withLongLock }: Parts) => {
  const renew = (id: string, refused: string | undefined) =>
    withLongLock(`tokens ${id}`, async () => {
      const row = (await sources.find(id))?.source
      const stored = row && storedIn(row)
      const tokens = stored && connections.tokensOf(stored)
      if (row?.settings.kind !== 'connector' || !tokens) throw fetchFailure('token_refused')
      if (isFresh(tokens) && tokens.access !== refused) return tokens
      // A renewal may end the tokens that the original of a copy still holds.
      if (config.quiet) throw fetchFailure('token_refused')
      const oauth = connections.oauth(row.settings.connector, stored, AbortSignal.timeout(PATIENCE))
      const renewed = await oauth.renew(tokens)
      await sources.keepSecrets(row, connections.withTokens(stored, renewed))
      return renewed
    })

  /** Null for web pages. */
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
 * Revokes services' grants for deleted sources. Revoking may end everything that the account granted to the
 * client, so it is skipped while another source uses that client. Failures are retried for a week.
 */
export const createRevocation =
  ({ log }: Pick<Context, 'log'>, { sources, connections }: Pick<Parts, 'sources' | 'connections'>) =>
  async () => {
    const end = async (ended: EndedConnection) => {
      const { settings, secrets, endedAt } = ended
      const stored = { url: settings.url, settings: settings.settings, secrets }
      try {
        const tokens = connections.tokensOf(stored)
        if (tokens && !(await sources.sharesClient(ended)))
          await connections.oauth(settings.connector, stored, AbortSignal.timeout(PATIENCE)).revoke(tokens)
      } catch (error) {
        const isOver = error instanceof FetchFailure && error.reason.code === 'token_refused'
        if (!isOver && Date.now() - endedAt.getTime() < REVOKED_WITHIN)
          return log.warn({ err: error }, 'the tokens of a source that is gone were not revoked')
      }
      await sources.forgetEnded(ended.sourceId)
    }
    await Promise.all((await sources.ended()).map(end))
  }
