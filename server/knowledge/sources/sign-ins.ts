import { and, eq, gt, lt, type SQL } from 'drizzle-orm'
import { randomPKCECodeVerifier, randomState } from 'openid-client'
import type { Db } from '../../kernel/db/open.ts'
import { connectionSignIns } from '../../kernel/db/schema/index.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { bodyOf, notFound, Refusal, refusal } from '../../kernel/errors.ts'
import { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import { digestOf, type Seal } from '../../kernel/secrets.ts'
import { saidIn } from '../../kernel/texts/reasons.ts'
import { say } from '../../kernel/texts/say.ts'
import type { Connections, Held, Stored } from '../connectors/connections.ts'
import type { Connection } from '../connectors/connector.types.ts'

export const SIGN_IN_SECONDS = 10 * 60
/** How long a service's grant waits for its source. */
const USED_WITHIN = 30 * MINUTE
/** For a call that a person waits for. */
const PATIENCE = 30_000 // ms

/** The person signing in: their session, which API keys do not have. */
type Person = { sessionId: string }
type Wanted = { connector: string; settings: Record<string, string> }
type Parts = {
  db: Db
  seal: Seal
  connections: Pick<Connections<Connection>, 'client' | 'oauth' | 'withTokens'>
  /** Address that services redirect browsers to. */
  redirectUri: () => string
}

export type SignIns = ReturnType<typeof createSignIns>

const patience = () => AbortSignal.timeout(PATIENCE)
const WITHOUT_SESSION = ''

/** Sign-ins of people to a service for a source. Each belongs to a browser and is used once. */
export const createSignIns = ({ db, seal, connections, redirectUri }: Parts) => {
  const find = async ({ sessionId }: Person, id: string, more?: SQL) => {
    if (sessionId === WITHOUT_SESSION) return null
    const [row] = await db
      .select()
      .from(connectionSignIns)
      .where(and(eq(connectionSignIns.id, id), eq(connectionSignIns.sessionId, sessionId), more))
    return row ?? null
  }

  /** A pending sign-in; null for another browser's. */
  const take = async (state: string, browser: string) => {
    const [row] = await db
      .update(connectionSignIns)
      .set({ status: 'taken' })
      .where(
        and(
          eq(connectionSignIns.stateHash, digestOf(state)),
          eq(connectionSignIns.browserHash, digestOf(browser)),
          eq(connectionSignIns.status, 'open'),
          gt(connectionSignIns.expiresAt, new Date()),
        ),
      )
      .returning()
    return row ?? null
  }

  type Row = NonNullable<Awaited<ReturnType<typeof take>>>
  const settle = (row: Row, changes: Partial<Row>) =>
    db.update(connectionSignIns).set(changes).where(eq(connectionSignIns.id, row.id))

  return {
    /** @throws Refusal 422 with the fault of each field */
    async begin(
      { sessionId }: Person,
      { id: knowledgeBaseId }: { id: string },
      { connector, settings }: Wanted,
      before: Stored | null,
      browser: string,
    ) {
      const given = { before, signal: patience() }
      const { stored, oauth } = await connections.client(connector, settings, given, redirectUri())
      const codeVerifier = randomPKCECodeVerifier()
      const state = randomState()
      const [row] = await db
        .insert(connectionSignIns)
        .values({
          ...stored,
          secrets: seal.close(JSON.stringify({ codeVerifier, secrets: stored.secrets })),
          stateHash: digestOf(state),
          browserHash: digestOf(browser),
          sessionId,
          knowledgeBaseId,
          connector,
          expiresAt: new Date(Date.now() + SIGN_IN_SECONDS * 1_000),
        })
        .returning({ id: connectionSignIns.id })
      return { id: row!.id, url: await oauth.pageFor(redirectUri(), { state, codeVerifier }) }
    },

    /** Handles a returning browser; false if that signs no one in. */
    async comeBack(query: URLSearchParams, browser: string) {
      const state = query.get('state') ?? ''
      const row = await take(state, browser)
      if (row === null) return false
      if (query.has('error')) {
        await settle(row, { status: 'refused', refusal: say('sign_in_denied') })
        return false
      }
      try {
        const { codeVerifier, secrets } = JSON.parse(seal.open(row.secrets) ?? '{}')
        const stored: Stored = { url: row.url, settings: row.settings, secrets }
        const oauth = connections.oauth(row.connector, stored, patience())
        const tokens = await oauth.exchange(new URL(`${redirectUri()}?${query}`), { state, codeVerifier })
        await settle(row, {
          status: 'connected',
          secrets: connections.withTokens(stored, tokens),
          expiresAt: new Date(Date.now() + USED_WITHIN),
        })
        return true
      } catch (error) {
        if (!(error instanceof FetchFailure)) throw error
        await settle(row, { status: 'refused', refusal: say('sign_in_failed', saidIn(error.reason)) })
        return false
      }
    },

    /** @throws Refusal 404 for someone else's, 410 for a finished one, 422 with the reason for refusal */
    async look(person: Person, id: string) {
      const row = await find(person, id)
      if (row === null) throw notFound()
      if (row.expiresAt < new Date()) throw refusal('sign_in_over')
      if (row.refusal) throw new Refusal(422, bodyOf(row.refusal))
      return { status: row.status === 'connected' ? ('connected' as const) : ('open' as const) }
    },

    /** The grant for the same base. @throws Refusal 410 */
    async held(person: Person, { id: knowledgeBaseId }: { id: string }, id: string): Promise<Held> {
      const isOfBase = eq(connectionSignIns.knowledgeBaseId, knowledgeBaseId)
      const row = await find(person, id, and(isOfBase, gt(connectionSignIns.expiresAt, new Date())))
      if (row?.status !== 'connected') throw refusal('sign_in_over')
      return row
    },

    /** Marks it as used by a source, which now owns the grant. */
    use: (id: string) =>
      db.update(connectionSignIns).set({ status: 'taken' }).where(eq(connectionSignIns.id, id)),

    /** Deletes unused sign-ins, which also revokes their grants. */
    sweep: () => db.delete(connectionSignIns).where(lt(connectionSignIns.expiresAt, new Date())),
  }
}
