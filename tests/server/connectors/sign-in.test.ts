import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { connectionSignIns, endedConnections, sources } from '../../../server/kernel/db/schema/index.ts'
import { createSeal } from '../../../server/kernel/secrets.ts'
import type { Stored } from '../../../server/knowledge/connectors/connections.ts'
import { CLIENT, startGoogle } from '../../harness/google.ts'
import { createClient, until } from '../../harness/knowledge.ts'
import { startNameServer } from '../../harness/name-server.ts'
import { closedAfterwards, serveOrganization } from '../../harness/serve.ts'
import { beginSignIn, signInThere } from '../../harness/sign-in-there.ts'

describe('signing in to a service', async () => {
  let base: string

  const names = closedAfterwards(await startNameServer())
  const google = closedAfterwards(await startGoogle('documents'))
  const web = { allowedNetworks: ['127.0.0.1/32'], ports: [google.port], nameServers: [names.address] }
  const { server, person: ann, ann: client, organizationId } = await serveOrganization({ web })
  let organization = organizationId
  beforeEach(async () => {
    Object.assign(google.settings, { renewed: 0, waiting: 0, slow: null })
    google.clear()
    await newBase()
  })

  let bases = 0
  const newBase = async () => {
    base = (await client.knowledgeBase(organization, `Base ${++bases}`)).id
  }
  const wanted = (more: object = {}) => ({
    connector: 'google_drive',
    settings: { url: google.url, ...CLIENT },
    ...more,
  })
  const begin = async (person = ann) => {
    const begun = await beginSignIn({ server, person, base, wanted: wanted() })
    if ('refused' in begun) throw new Error(JSON.stringify(begun.refused))
    return begun
  }
  const allow = (page: string) => google.decided(page, 'allow')
  const signIn = async () => {
    const done = await signInThere({ server, person: ann, base, wanted: wanted(), allow })
    if ('refused' in done) throw new Error(JSON.stringify(done.refused))
    return done.id
  }
  const look = (id: string, as = client) => as.call('GET', `/api/v1/sources/sign-ins/${id}`)
  const choicesBy = (sign_in: string, more: object = {}) =>
    client.call('POST', `/api/v1/knowledge-bases/${base}/sources/choices`, wanted({ sign_in, ...more }))
  const settled = (id: string) => client.sourceRead(base, id)
  const connected = async () => {
    const sign_in = await signIn()
    const { body } = await client.call('POST', `/api/v1/knowledge-bases/${base}/sources`, {
      kind: 'connector',
      ...wanted({ sign_in, choices: google.choices.slice(0, 1) }),
    })
    return settled(body.id)
  }
  const read = async (id: string) => {
    await client.call('POST', `/api/v1/sources/${id}/read`)
    return settled(id)
  }
  const rowOf = async (id: string) =>
    (await server.context.db.select().from(sources).where(eq(sources.id, id)))[0]!
  const forgetAll = async () => {
    const { db, background } = server.context
    await db.delete(sources)
    await db.delete(connectionSignIns)
    await server.sweep()
    await background.settle()
  }
  /** Lets the token that a source holds expire in a moment. */
  const expire = async (id: string) => {
    const seal = createSeal(server.config.jwtSecret, 'sources')
    const secrets = JSON.parse(seal.open((await rowOf(id)).secrets!)!)
    const tokens = { ...JSON.parse(secrets[' tokens']), expiresAt: Date.now() + 60_000 }
    const before: Pick<Stored, 'secrets'> = {
      secrets: seal.close(JSON.stringify({ ...secrets, ' tokens': JSON.stringify(tokens) })),
    }
    await server.context.db.update(sources).set(before).where(eq(sources.id, id))
  }

  it('[42.1] leads to the page of the service with PKCE and back to a clean address, once', async () => {
    const begun = await begin()
    const asked = new URL(begun.page).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'https://www.googleapis.com/auth/drive.readonly',
      redirect_uri: server.context.link('/api/v1/connectors/callback'),
    })
    expect((await look(begun.id)).body).toEqual({ status: 'open' })
    expect(await choicesBy(begun.id)).toMatchObject({ status: 410, body: { code: 'sign_in_over' } })
    const back = allow(begun.page)
    expect(await begun.comeBack(back)).toBe(server.context.link('/signed-in'))
    expect(await begun.comeBack(back)).toBe(server.context.link('/signed-in/not'))
    expect((await look(begun.id)).body).toEqual({ status: 'connected' })
    expect((await choicesBy(begun.id)).body.choices).toHaveLength(4)
    const page = await fetch(`${server.url}/signed-in`, { headers: { 'accept-language': 'de' } })
    expect(await page.text()).toContain('Sie sind angemeldet')
    const { code, state } = Object.fromEntries(new URL(back).searchParams)
    for (const secret of [code!, state!, ...google.issued()])
      expect(server.logs.join('\n')).not.toContain(secret)
    const rows = JSON.stringify(await server.context.db.select().from(connectionSignIns))
    for (const secret of [state!, CLIENT.client_secret, ...google.issued()])
      expect(rows).not.toContain(secret)
  })

  it('[42.1] belongs to the browser and the session that began it, and to the knowledge base', async () => {
    const begun = await begin()
    const back = allow(begun.page)
    expect(await begun.comeBack(back, 'lectern-connection=another')).toBe(
      server.context.link('/signed-in/not'),
    )
    expect(await begun.comeBack(back, '')).toBe(server.context.link('/signed-in/not'))
    const other = createClient(server.url, await server.register())
    expect((await look(begun.id, other)).status).toBe(404)
    const again = await server.logIn(ann.user.email)
    const elsewhere = createClient(server.url, {
      headers: { authorization: `Bearer ${again.json().access_token}` },
    })
    expect((await look(begun.id, elsewhere)).status).toBe(404)
    expect(await begun.comeBack(back)).toBe(server.context.link('/signed-in'))
    await newBase()
    expect((await choicesBy(begun.id)).status).toBe(410)
  })

  it('[42.1] says that the person refused, and that it came too late', async () => {
    const refused = await begin()
    await refused.comeBack(google.decided(refused.page, 'deny'))
    expect(await look(refused.id)).toMatchObject({ status: 422, body: { code: 'sign_in_denied' } })
    const late = await begin()
    const { db } = server.context
    await db
      .update(connectionSignIns)
      .set({ expiresAt: new Date(0) })
      .where(eq(connectionSignIns.id, late.id))
    expect(await late.comeBack(allow(late.page))).toBe(server.context.link('/signed-in/not'))
    expect(await look(late.id)).toMatchObject({ status: 410, body: { code: 'sign_in_over' } })
    await server.sweep()
    expect(await db.$count(connectionSignIns, eq(connectionSignIns.id, late.id))).toBe(0)
  })

  it('[42.1] is for what was entered then: another client or address wants another', async () => {
    const id = await signIn()
    const settings = { url: google.url, ...CLIENT, client_id: 'another' }
    expect((await choicesBy(id, { settings })).body.fields).toHaveProperty('client_secret')
  })

  it('[42.1] renews a token before it expires, once for all that want it', async () => {
    const source = await connected()
    await expire(source.id)
    let go = () => {}
    google.settings.slow = new Promise((resolve) => {
      go = resolve
    })
    const ask = () =>
      client.call(
        'POST',
        `/api/v1/knowledge-bases/${base}/sources/choices`,
        wanted({ source_id: source.id, settings: { url: google.url, client_id: CLIENT.client_id } }),
      )
    const all = Promise.all([ask(), ask(), ask()])
    await until(
      async () => google.settings.waiting,
      (waiting) => waiting > 0,
    )
    go()
    expect((await all).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(google.settings.renewed).toBe(1)
    expect(await read(source.id)).toMatchObject({ status: 'ready' })
    expect(google.settings.renewed).toBe(1)
  })

  it('[42.1] renews a token that the service has ended before its time, once', async () => {
    google.write('Returns', 'Within 30 days.')
    const source = await connected()
    google.endAccess()
    google.settings.renewed = 0
    expect(await read(source.id)).toMatchObject({ status: 'ready', report: { unchanged: 1 } })
    expect(google.settings.renewed).toBe(1)
  })

  it('[42.1] fails the source when a renewal is refused, says so, and goes on after another sign-in', async () => {
    google.write('one', 'The first text.')
    const source = await connected()
    await expire(source.id)
    google.state.isRefused = true
    const failed = await read(source.id)
    expect(failed).toMatchObject({ status: 'failed', pages: 1, error: { code: 'token_refused' } })
    google.state.isRefused = false
    const notices = (await client.call('GET', '/api/v1/notifications')).body
    expect(JSON.stringify(notices)).toContain('source_failure')
    const sign_in = await signIn()
    const changed = await client.call('PATCH', `/api/v1/sources/${source.id}`, {
      connection: { ...wanted({ sign_in }), connector: undefined, choices: google.choices.slice(0, 1) },
    })
    expect(changed.status).toBe(200)
    expect(await settled(source.id)).toMatchObject({ status: 'ready', pages: 1 })
  })

  it('[42.1] ends what the service gave with the last source of its client', async () => {
    await forgetAll()
    const first = await connected()
    await newBase()
    const second = await connected()
    const given = google.refreshTokens()
    await client.call('DELETE', `/api/v1/sources/${first.id}`)
    await server.context.background.settle()
    expect(google.refreshTokens()).toEqual(given)
    await client.call('DELETE', `/api/v1/sources/${second.id}`)
    await server.context.background.settle()
    expect(google.refreshTokens()).toHaveLength(given.length - 1)
  })

  it('[42.1] ends what the service gave for a sign-in that became no source', async () => {
    const { db } = server.context
    await forgetAll()
    const before = google.refreshTokens().length
    const source = await connected()
    const left = await signIn()
    expect(google.refreshTokens()).toHaveLength(before + 2)
    const expire = () => db.update(connectionSignIns).set({ expiresAt: new Date(0) })
    const sweep = async () => {
      await expire()
      await server.sweep()
      await server.context.background.settle()
    }
    // The source has been given by the same client, and would lose it, too.
    await sweep()
    expect(google.refreshTokens()).toHaveLength(before + 2)
    expect((await look(left)).status).toBe(404)
    await client.call('DELETE', `/api/v1/sources/${source.id}`)
    await server.context.background.settle()
    expect(google.refreshTokens()).toHaveLength(before + 1)
    await signIn()
    await sweep()
    expect(google.refreshTokens()).toHaveLength(before + 1)
    expect(await db.$count(endedConnections)).toBe(0)
  })

  it('[42.1] forgets after a week what it cannot end, as its secrets can no longer be read', async () => {
    const { db } = server.context
    await forgetAll()
    const { settings } = await rowOf((await connected()).id)
    const day = 24 * 3_600_000
    await db.insert(endedConnections).values(
      [6, 8].map((days) => ({
        sourceId: crypto.randomUUID(),
        settings: settings as never,
        secrets: 'sealed by another',
        endedAt: new Date(Date.now() - days * day),
      })),
    )
    await server.sweep()
    await server.context.background.settle()
    expect(await db.$count(endedConnections)).toBe(1)
    await db.delete(endedConnections)
  })

  it('[42.1] leaves what somebody has just been given, when the last source of the client goes', async () => {
    await forgetAll()
    const last = await connected()
    const sign_in = await signIn()
    const given = google.refreshTokens()
    await client.call('DELETE', `/api/v1/sources/${last.id}`)
    await server.context.background.settle()
    expect(google.refreshTokens()).toEqual(given)
    expect((await choicesBy(sign_in)).status).toBe(200)
  })

  it('[42.1] ends what the service gave the client that a source had before', async () => {
    const source = await connected()
    const given = google.refreshTokens()
    const { settings, secrets } = await rowOf(source.id)
    const former = { ...settings, settings: { client_id: 'another' } } as typeof settings
    await server.context.db.update(sources).set({ settings: former }).where(eq(sources.id, source.id))
    expect(await server.context.db.$count(endedConnections)).toBe(0)
    const sign_in = await signIn()
    const changed = await client.call('PATCH', `/api/v1/sources/${source.id}`, {
      connection: { ...wanted({ sign_in }), connector: undefined, choices: google.choices.slice(0, 1) },
    })
    expect(changed.status).toBe(200)
    expect(secrets).not.toBe((await rowOf(source.id)).secrets)
    await server.context.background.settle()
    expect(google.refreshTokens()).toHaveLength(given.length)
    expect(await server.context.db.$count(endedConnections)).toBe(0)
  })

  it('[42.1] ends what the service gave with a knowledge base, and with an organization', async () => {
    await forgetAll()
    const name = 'Passing'
    organization = (await server.found(ann, name)).id
    const endings = [
      () => client.call('DELETE', `/api/v1/knowledge-bases/${base}`),
      () => client.call('POST', `/api/v1/organizations/${organization}/delete`, { name }),
    ]
    for (const end of endings) {
      await newBase()
      await connected()
      const given = google.refreshTokens()
      expect((await end()).status).toBe(200)
      expect(google.refreshTokens()).toEqual(given)
      await server.sweep()
      await server.context.background.settle()
      expect(google.refreshTokens()).toHaveLength(given.length - 1)
      expect(await server.context.db.$count(endedConnections)).toBe(0)
    }
  })
})
