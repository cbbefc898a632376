import { randomBytes } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { createApp } from '../../server/app.ts'
import { type Config, loadConfig } from '../../server/kernel/config/config.ts'
import { memberships } from '../../server/kernel/db/schema/index.ts'
import { createLogger } from '../../server/kernel/http/logger.ts'
import type { Embedder } from '../../server/knowledge/retrieval/embedder.ts'
import type { TokenPair, User } from '../../src/services/contract/accounts.ts'
import type { Organization } from '../../src/services/contract/organizations.ts'
import type { Role } from '../../src/services/contract/roles.ts'
import { makePlace, openPlace, type Place } from './database.ts'
import { sharedEmbedder } from './embedder.ts'
import { mailsTo, tokenIn } from './mails.ts'

export const PASSWORD = 'correct horse battery'

type Overrides = Partial<Config> & { appFolder?: string; place?: Place; embedder?: Embedder }

/** A signed-in person; `headers` are for `inject` and `fetch`. */
export type Person = { user: User; tokens: TokenPair; headers: { authorization: string } }

/**
 * A whole server on a free port, with its own database and no rate limits. `logs` holds every line it wrote.
 * A `place` that is passed in is kept on `close`.
 */
export async function startTestServer({ appFolder, place: given, embedder, ...overrides }: Overrides = {}) {
  const place = given ?? (await makePlace())
  const { databaseUrl, dataDir } = place
  const config: Config = {
    ...loadConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', PORT: '0' }),
    databaseUrl,
    ...overrides,
  }
  const database = await openPlace(place)
  const logs: string[] = []
  const logger = createLogger('info', { write: (line) => void logs.push(line) })
  const { app, context, retrieval, housekeeping } = await createApp({
    config,
    database,
    logger,
    embedder: embedder ?? (config.embeddings || config.localModels.embedding ? undefined : sharedEmbedder),
    ...(appFolder && { appFolder }),
  }).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })

  const inject = (options: InjectOptions) => app.inject(options)

  const logIn = async (email: string, password = PASSWORD) =>
    inject({
      method: 'POST',
      url: '/api/v1/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: email, password }).toString(),
    })

  const personOf = async (tokens: TokenPair): Promise<Person> => {
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    return { user: (await inject({ url: '/api/v1/users/me', headers })).json(), tokens, headers }
  }

  const registerUnverified = async (email = `${randomBytes(6).toString('hex')}@example.test`) => {
    await inject({ method: 'POST', url: '/api/v1/register', payload: { email, password: PASSWORD } })
    return personOf((await logIn(email)).json())
  }

  const verify = async ({ user }: Pick<Person, 'user'>) => {
    const [mail] = await mailsTo({ context }, user.email)
    const payload = { token: tokenIn(mail?.body ?? '') }
    await inject({ method: 'POST', url: '/api/v1/confirm-email', payload })
  }

  const register = async (email?: string): Promise<Person> => {
    const { user, tokens } = await registerUnverified(email)
    await verify({ user })
    return personOf(tokens)
  }

  const found = async ({ headers }: Person, name = 'Acme'): Promise<Organization> =>
    (await inject({ method: 'POST', url: '/api/v1/organizations', headers, payload: { name } })).json()

  const join = async <One extends Pick<Person, 'user'>>(organizationId: string, person: One, role: Role) => {
    await database.db.insert(memberships).values({ organizationId, userId: person.user.id, role })
    return person
  }

  return {
    app,
    context,
    retrieval,
    /** Runs the hourly tasks. */
    sweep: housekeeping.sweep,
    config,
    database,
    logs,
    url,
    inject,
    logIn,
    /** Registers a person, logs them in, and follows the mailed link that proves their address. */
    register,
    /** The same without the link. */
    registerUnverified,
    /** Follows the link. */
    verify,
    /** Founds an organization, owned by the person. */
    found,
    /** Makes a person a member, without an invitation. */
    join,
    async close() {
      await app.close()
      await database.close()
      if (!given) await place.remove()
    },
  }
}
export type TestServer = Awaited<ReturnType<typeof startTestServer>>
