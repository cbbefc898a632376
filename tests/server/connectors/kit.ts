import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sources } from '../../../server/kernel/db/schema/index.ts'
import { createClient, until } from '../../harness/knowledge.ts'
import { type NameServer, startNameServer } from '../../harness/name-server.ts'
import { type Person, startTestServer, type TestServer } from '../../harness/server.ts'
import { signInThere } from '../../harness/sign-in-there.ts'
import { itSurvivesKilling } from './killed.ts'
import { itFollowsReaders } from './readers-cases.ts'
import type { TestService } from './test-service.ts'

const BYTES_MAX = 20 * 1024 * 1024

/** A connector is its folder, which stays small. */
export const describeFolder = (connector: string) =>
  describe('its folder', () => {
    it('[42.1] has fewer than 200 lines', () => {
      const folder = new URL(`../../../server/knowledge/connectors/${connector}/`, import.meta.url)
      const linesIn = (file: string) => readFileSync(new URL(file, folder), 'utf8').split('\n').length - 1
      const lines = readdirSync(folder).map(linesIn)
      expect(lines.reduce((sum, one) => sum + one)).toBeLessThan(200)
    })
  })

/** The cases of every connector. */
export const describeConnector = (title: string, start: () => Promise<TestService>) =>
  describe(title, () => {
    let names: NameServer
    let service: TestService
    let server: TestServer
    let ann: Person
    let client: ReturnType<typeof createClient>
    let organization: string
    let base: string

    beforeAll(async () => {
      names = await startNameServer()
      service = await start()
      const web = { allowedNetworks: ['127.0.0.1/32'], ports: [service.port], nameServers: [names.address] }
      server = await startTestServer({ web })
      ann = await server.register()
      client = createClient(server.url, ann)
      organization = (await server.found(ann)).id
    })
    afterAll(async () => {
      await server.close()
      await service.close()
      await names.close()
    })
    beforeEach(async () => {
      for (const one of base ? await list() : []) await client.call('DELETE', `/api/v1/sources/${one.id}`)
      if (base) await client.call('DELETE', `/api/v1/knowledge-bases/${base}`)
      await service.clear()
      base = (await client.knowledgeBase(organization)).id
    })

    const list = () => client.sources(base)
    const settled = (id: string) => client.sourceRead(base, id)
    /** Signs in where the service has that, as a browser does; a refusal is that of the request. */
    const signingIn = async (
      settings: Record<string, string>,
      ask: (signIn: object) => ReturnType<typeof client.call>,
    ) => {
      if (!service.allow) return ask({})
      const signIn = await signInThere({
        server,
        person: ann,
        base,
        wanted: { connector: service.connector, settings },
        allow: service.allow,
      })
      return 'refused' in signIn ? signIn.refused : ask({ sign_in: signIn.id })
    }
    const connect = (more: object = {}) =>
      signingIn(service.settings, (signIn) =>
        client.call('POST', `/api/v1/knowledge-bases/${base}/sources`, {
          kind: 'connector',
          connector: service.connector,
          settings: service.settings,
          choices: service.choices.slice(0, 1),
          ...signIn,
          ...more,
        }),
      )
    const connected = async (more: object = {}) => {
      const { body } = await connect(more)
      return settled(body.id)
    }
    const read = async (id: string) => {
      await client.call('POST', `/api/v1/sources/${id}/read`)
      return settled(id)
    }
    const test = (settings: Record<string, string>, more = {}) => {
      const ask = (signIn: object) =>
        client.call('POST', `/api/v1/knowledge-bases/${base}/sources/choices`, {
          connector: service.connector,
          settings,
          ...signIn,
          ...more,
        })
      return 'source_id' in more ? ask({}) : signingIn(settings, ask)
    }
    const documents = async () =>
      new Map((await client.settled(base)).map((document) => [document.name, document]))
    const documentOf = async (name: string) => (await documents()).get(service.titleOf(name))
    const textOf = async (id: string): Promise<string> =>
      (await client.call('GET', `/api/v1/documents/${id}/passages`)).body.passages
        .map(({ content }: { content: string }) => content)
        .join('\n')
    const writeMany = async (names: string[]) => {
      for (const name of names) await service.write(name, `This is the text of ${name}.`)
    }
    const FIVE = ['one', 'two', 'three', 'four', 'five']

    it('says what it asks for, and lists what can be chosen page by page', async () => {
      const known = (await client.call('GET', '/api/v1/connectors')).body
      const { fields } = known.find(({ kind }: { kind: string }) => kind === service.connector)
      expect(fields.map(({ name }: { name: string }) => name)).toEqual(
        expect.arrayContaining(Object.keys(service.settings)),
      )
      expect(await test(service.settings)).toMatchObject({
        status: 200,
        body: {
          choices: [...(service.whole ? [service.whole] : []), ...service.choices],
          is_whole: true,
        },
      })
    })

    it('refuses a connection with the reason beside the field', async () => {
      const wrong = await test({ ...service.settings, [service.secret]: 'wrong' })
      expect(wrong).toMatchObject({
        status: 422,
        body: { fields: { [service.secret]: expect.stringContaining('refused') } },
      })
      expect((await test({ ...service.settings, [service.secret]: '' })).body.fields).toHaveProperty(
        service.secret,
      )
      const elsewhere = async (url: string) => (await test({ ...service.settings, url })).body.fields.url
      expect(await elsewhere(`http://nowhere.invalid:${service.port}`)).toMatch(/No server/)
      expect(await elsewhere(`http://inside.test:${service.port}`)).toMatch(/private/)
      expect(await elsewhere('http://169.254.169.254/')).toMatch(/port|private/)
      service.badDay((_, response) => response.writeHead(200).end('<html>Log in</html>'))
      expect(await elsewhere(service.settings.url!)).toMatch(/does not match this service/)
      service.badDay((_, response) => response.writeHead(302, { location: 'http://inside.test/' }).end())
      expect(await elsewhere(service.settings.url!)).toMatch(/leads to another/)
      service.badDay((_, response) => response.writeHead(500).end())
      expect(await elsewhere(service.settings.url!)).toMatch(/not available/)
      service.badDay(null)
    })

    it('reads everything once, page by page, and then only what has changed', async () => {
      await writeMany(FIVE)
      await service.write('elsewhere', 'Not chosen.', 1)
      const source = await connected()
      expect(source).toMatchObject({ status: 'ready', pages: 5, report: { added: 5 } })
      const before = await documentOf('two')
      expect(before).toMatchObject({ source: 'page', url: service.addressOf('two'), status: 'ready' })
      expect(await textOf(before!.id)).toContain('This is the text of two.')

      const askedBefore = service.askedFor()
      expect((await read(source.id)).report).toMatchObject({ added: 0, changed: 0, unchanged: 5, removed: 0 })
      expect(service.askedFor()).toBe(askedBefore)

      await service.write('two', 'The second text.')
      await service.write('six', 'A sixth text.')
      expect((await read(source.id)).report).toMatchObject({ added: 1, changed: 1, unchanged: 4 })
      expect(service.askedFor()).toBe(askedBefore + 2)
      const after = await documentOf('two')
      expect(after).toMatchObject({ id: before!.id, version: 2 })
      expect(await textOf(after!.id)).toContain('The second text.')
    })

    it('keeps each item as a document of its own, whatever else has its content', async () => {
      const textOfItem = (name: string) => `This is the text of ${name}.`
      await writeMany([...FIVE, 'six'])
      const source = await connected()
      await service.remove('one')
      await service.write('seven', textOfItem('one'))
      await service.write('two', textOfItem('three'))
      const renamed = { added: 1, changed: 1, unchanged: 4, removed: 1 }
      expect(await read(source.id)).toMatchObject({ status: 'ready', pages: 6, report: renamed })
      expect((await read(source.id)).report).toMatchObject({ added: 0, unchanged: 6 })
      const titles = ['two', 'three', 'four', 'five', 'six', 'seven'].map(service.titleOf)
      expect([...(await documents()).keys()].sort()).toEqual(titles.sort())
      expect(await textOf((await documentOf('two'))!.id)).toContain(textOfItem('three'))
    })

    it('adds an item whose content was uploaded before, and keeps it when the upload is deleted', async () => {
      const content = 'This is the text of one.'
      const { results } = (await client.upload(base, [{ name: 'own.txt', content }])).body
      await writeMany(['one'])
      const source = await connected()
      await client.call('DELETE', `/api/v1/documents/${results[0]!.document!.id}`)
      await read(source.id)
      expect([...(await documents()).keys()]).toEqual([service.titleOf('one')])
    })

    it('hides what is deleted, brings it back under the same id, and asks before much is lost', async () => {
      await writeMany([...FIVE, 'six'])
      const source = await connected()
      const one = await documentOf('one')
      await service.remove('one')
      expect(await read(source.id)).toMatchObject({ status: 'ready', pages: 5, report: { removed: 1 } })
      expect(await documentOf('one')).toBeUndefined()
      await writeMany(['one'])
      expect(await read(source.id)).toMatchObject({ status: 'ready', pages: 6 })
      expect((await documentOf('one'))?.id).toBe(one!.id)

      for (const name of ['one', 'two', 'three']) await service.remove(name)
      await service.write('four', 'Changed meanwhile.')
      expect(await read(source.id)).toMatchObject({
        status: 'failed',
        missing: 3,
        pages: 6,
        error: { code: 'pages_missing' },
      })
      expect((await documents()).size).toBe(6)
      await client.call('POST', `/api/v1/sources/${source.id}/missing-pages`, { action: 'remove' })
      expect(await settled(source.id)).toMatchObject({ status: 'ready', pages: 3 })
      expect((await documents()).size).toBe(3)
    })

    it('keeps everything and says why when the token has expired, and goes on with another', async () => {
      await writeMany(FIVE)
      const source = await connected()
      service.refuseToken(true)
      expect(await read(source.id)).toMatchObject({
        status: 'failed',
        pages: 5,
        error: { code: 'token_refused' },
      })
      expect((await documents()).size).toBe(5)
      const bell = (await client.call('GET', '/api/v1/notifications')).body
      expect(bell.filter(({ type }: { type: string }) => type === 'source_failure')).not.toEqual([])
      service.refuseToken(false)
      // What is left out stays as it is stored; at another address it is asked for again.
      const { [service.secret]: _, ...withoutSecret } = service.settings
      const change = (settings: Record<string, string>, others: object = {}) =>
        client.call('PATCH', `/api/v1/sources/${source.id}`, { connection: { settings, ...others } })
      expect(
        (await change({ ...withoutSecret, url: `http://other.test:${service.port}` })).body.fields,
      ).toHaveProperty(service.secret)
      expect((await test(withoutSecret, { source_id: source.id })).status).toBe(200)
      expect((await change(withoutSecret)).status).toBe(200)
      const unchanged = { status: 'ready', choices: service.choices.slice(0, 1) }
      expect(await settled(source.id)).toMatchObject(unchanged)
      const choices = service.choices.slice(0, 2)
      expect((await change(withoutSecret, { choices })).status).toBe(200)
      expect(await settled(source.id)).toMatchObject({ status: 'ready', choices })
    })

    it('[42.1] goes on by itself when a token has ended that can be renewed, and ends what it was given', async () => {
      if (!service.allow) return
      await writeMany(['one'])
      const source = await connected()
      service.endAccess!()
      expect(await read(source.id)).toMatchObject({ status: 'ready', report: { unchanged: 1 } })
      for (let times = 0; times < 2; times++) {
        service.endAccess!()
        await service.write('one', `This is text ${times}.`)
        expect(await read(source.id)).toMatchObject({ status: 'ready', report: { changed: 1 } })
      }
      await server.context.background.settle()
      const before = service.refreshTokens!().length
      await client.call('DELETE', `/api/v1/sources/${source.id}`)
      await server.context.background.settle()
      expect(service.refreshTokens!().length).toBeLessThan(before)
    })

    /** Reads once more, and waits until that is put off for so many ms. */
    const postponed = async (id: string, ms: number) => {
      await client.call('POST', `/api/v1/sources/${id}/read`)
      const row = async () => (await server.context.db.select().from(sources).where(eq(sources.id, id)))[0]!
      await until(row, ({ status, nextAt }) => status === 'queued' && nextAt!.getTime() > Date.now() + ms)
      return (await list())[0]!
    }

    it('waits as long as a busy service asks for, and comes back later when that is long', async () => {
      await writeMany(FIVE)
      service.beBusy(3, '1')
      const source = await connected()
      expect(source).toMatchObject({ status: 'ready', pages: 5 })
      service.beBusy(1_000, '3600')
      expect((await postponed(source.id, 3_000_000)).pages).toBe(5)
      service.beBusy(0, '1')
    })

    it('keeps everything while the service is away, and comes back later by itself', async () => {
      await writeMany(FIVE)
      const source = await connected()
      service.badDay((_, response) => response.writeHead(502).end())
      expect((await postponed(source.id, 500_000)).pages).toBe(5)
      service.badDay(null)
      expect(await read(source.id)).toMatchObject({ status: 'ready', report: { unchanged: 5 } })
    })

    it('goes on where it was cut short', async () => {
      await writeMany(FIVE)
      const askedBefore = service.askedFor()
      const release = service.hold(2)
      const { id } = (await connect()).body
      await until(
        async () => (await list())[0]!,
        ({ pages }) => pages === 2,
      )
      await client.call('POST', `/api/v1/sources/${id}/cancel`)
      release()
      expect(await read(id)).toMatchObject({ status: 'ready', pages: 5, report: { unchanged: 2 } })
      // Two are asked for at a time: what was under way is asked for again.
      expect(service.askedFor() - askedBefore).toBeLessThanOrEqual(5 + 2)
    })

    it('leaves out what is empty and what is huge, and reads odd characters', async () => {
      await service.write('plain', 'An ordinary text.')
      await service.write('empty', '')
      await service.write('huge', 'x'.repeat(BYTES_MAX + 1))
      const odd = 'Ümläut & <b> “quotes” 漢字 🙂 100% + ?#'
      await service.write(odd, 'A text with an odd name: 漢字 🙂.')
      const source = await connected()
      expect(source).toMatchObject({ status: 'ready', pages: 2, report: { added: 2, skipped_count: 2 } })
      const skipped = source.report!.skipped.map(({ url, reason, message }) => [url, message ?? reason])
      expect(skipped).toEqual(
        expect.arrayContaining([
          [service.addressOf('empty'), 'empty'],
          [service.addressOf('huge'), 'This page is too large.'],
        ]),
      )
      const document = [...(await documents()).values()].find(({ url }) => url === service.addressOf(odd))
      expect(document?.name).toContain('漢字')
      expect(await textOf(document!.id)).toContain('漢字 🙂')
    })

    it('names the file that cannot be read, each time, and asks for none of another kind', async () => {
      if (!service.writeFile) return
      await writeMany(['plain'])
      await service.writeFile('broken.pdf', 'This is no PDF.')
      await service.writeFile('drawing.psd', 'Neither is this.')
      const left = [expect.objectContaining({ reason: 'failed', message: expect.stringContaining('.pdf') })]
      const source = await connected()
      expect(source).toMatchObject({
        status: 'ready',
        report: { added: 1, skipped_count: 1, skipped: left },
      })
      expect((await read(source.id)).report).toMatchObject({ unchanged: 1, skipped_count: 1, skipped: left })
      expect((await documents()).size).toBe(1)
    })

    it('never tells a secret, and seals it', async () => {
      await writeMany(['one'])
      const { body, status } = await connect()
      expect(status).toBe(201)
      const secrets = [service.settings[service.secret]!, ...(service.issued?.() ?? [])]
      const told = JSON.stringify([body, await list(), await settled(body.id), server.logs])
      for (const secret of secrets) expect(told).not.toContain(secret)
      const [row] = await server.context.db.select().from(sources).where(eq(sources.id, body.id))
      for (const secret of secrets) expect(JSON.stringify(row)).not.toContain(secret)
      const log = (await client.call('GET', `/api/v1/organizations/${organization}/audit-log?limit=100`)).body
      expect(log.items.map(({ action }: { action: string }) => action)).toContain('source.added')
      for (const secret of secrets) expect(JSON.stringify(log)).not.toContain(secret)
      expect(await connect()).toMatchObject({ status: 409, body: { code: 'known_source' } })
    })

    it('belongs to those who may edit the knowledge base', async () => {
      const source = await connected()
      const bob = createClient(server.url, await server.register())
      const { settings, connector } = service
      const foreign = await bob.call('POST', `/api/v1/knowledge-bases/${base}/sources/choices`, {
        connector,
        settings,
      })
      expect(foreign.status).toBe(404)
      const theirs = await server.register()
      const other = createClient(server.url, theirs)
      const otherBase = (await other.knowledgeBase((await server.found(theirs, 'Other')).id)).id
      const { [service.secret]: _, ...withoutSecret } = settings
      const stolen = await other.call('POST', `/api/v1/knowledge-bases/${otherBase}/sources/choices`, {
        connector,
        settings: withoutSecret,
        source_id: source.id,
      })
      expect(stolen.status).toBe(404)
    })

    itFollowsReaders(() => ({ service, server, ann, organization, base, connect, settled, read }))
    itSurvivesKilling(() => ({ service, nameServer: names.address }))

    it('follows an item that is renamed or moved', async () => {
      await writeMany(FIVE)
      const source = await connected({ choices: service.choices.slice(0, 2) })
      const [one, two] = [await documentOf('one'), await documentOf('two')]
      if (service.rename) {
        service.rename('one', 'Another name')
        expect(await read(source.id)).toMatchObject({ status: 'ready', pages: 5 })
        expect((await documents()).get('Another name')).toMatchObject({
          id: one!.id,
          url: service.addressOf('one'),
        })
      }
      if (service.move) {
        service.move('two', 1)
        expect(await read(source.id)).toMatchObject({ status: 'ready', pages: 5, report: { removed: 0 } })
        expect(await documentOf('two')).toMatchObject({ id: two!.id, url: service.addressOf('two') })
        // Into a place that is not read.
        service.move('two', 2)
        expect(await read(source.id)).toMatchObject({ status: 'ready', pages: 4, report: { removed: 1 } })
      }
    })
  })
