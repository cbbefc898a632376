import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { documents, memberships } from '../../../server/kernel/db/schema/index.ts'
import type { AuditEntry } from '../../../src/services/contract/audit.ts'
import type { ConnectedSource, Source } from '../../../src/services/contract/sources.ts'
import { type Client, createClient } from '../../harness/knowledge.ts'
import type { Person, TestServer } from '../../harness/server.ts'
import type { TestService } from './test-service.ts'

type World = {
  service: TestService
  server: TestServer
  /** The owner of the organization, who connects it. */
  ann: Person
  organization: string
  base: string
  connect: (more?: object) => ReturnType<Client['call']>
  settled: (id: string) => Promise<Source>
  read: (id: string) => Promise<Source>
}

const NAMES = ['one', 'two', 'three', 'four', 'five']

/** The cases of connectors that tell who may read an item; the others have to say that they do not. */
export const itFollowsReaders = (world: () => World) => {
  const join = async (person: Person, role: 'viewer' | 'editor' = 'viewer') => {
    const { server, organization: organizationId } = world()
    return server.join(organizationId, person, role)
  }
  const newMember = async (role?: 'viewer' | 'editor') => join(await world().server.register(), role)
  const as = (person: Person) => createClient(world().server.url, person)
  const share = (name: string, people: Person[] | null) =>
    world().service.share!(name, people?.map(({ user }) => user.email) ?? null)
  const connectedFollowing = async () => {
    const { connect, settled } = world()
    const { status, body } = await connect({ follows_readers: true })
    expect(status).toBe(201)
    return (await settled(body.id)) as ConnectedSource
  }
  const row = async (name: string) => {
    const { server, service, base } = world()
    const [document] = await server.context.db
      .select()
      .from(documents)
      .where(and(eq(documents.knowledgeBaseId, base), eq(documents.name, service.titleOf(name))))
    return document!
  }
  /** Whether each may read the document of an item. */
  const readBy = async (name: string, ...people: Person[]) => {
    const { id } = await row(name)
    const answers = await Promise.all(
      people.map((person) => as(person).call('GET', `/api/v1/documents/${id}`)),
    )
    return answers.map(({ status }) => status === 200)
  }
  const sourceOf = async (id: string): Promise<ConnectedSource> => {
    const { ann, base } = world()
    return (await as(ann).sources(base)).find((source) => source.id === id) as ConnectedSource
  }
  const change = (person: Person, id: string, body: object) =>
    as(person).call('PATCH', `/api/v1/sources/${id}`, body)

  it('[42.1] says whether it tells who may read an item, and follows no service that does not', async () => {
    const { service, ann, connect, base } = world()
    await service.write('one', 'This is the text of one.')
    if (service.share) return void (await connectedFollowing())
    expect(await connect({ follows_readers: true })).toMatchObject({
      status: 409,
      body: { code: 'tells_no_readers' },
    })
    const { body } = await connect()
    expect(body).toMatchObject({ follows_readers: false })
    expect((await change(ann, body.id, { follows_readers: true })).status).toBe(409)
    const tried = await as(ann).call('POST', `/api/v1/knowledge-bases/${base}/sources/choices`, {
      ...{ connector: service.connector, settings: service.settings, source_id: body.id },
    })
    expect(tried.body).toMatchObject({ tells_readers: false })
  })

  it('[42.1] readers changed: takes it over at the next reading, without another version', async () => {
    const { service, ann, organization, read } = world()
    if (!service.share) return
    const [ben, cleo] = [await newMember(), await newMember('editor')]
    for (const name of NAMES) {
      await service.write(name, `This is the text of ${name}.`)
      share(name, [ann, ben])
    }
    const source = await connectedFollowing()
    expect(source).toMatchObject({ status: 'ready', pages: 5, closed: { untold: 0, unknown: 0 } })
    expect(await readBy('one', ann, ben, cleo)).toEqual([true, true, false])

    share('one', [ann, cleo])
    expect(await read(source.id)).toMatchObject({ status: 'ready', report: { changed: 0, unchanged: 5 } })
    expect(await readBy('one', ann, ben, cleo)).toEqual([true, false, true])
    const document = await row('one')
    expect(document).toMatchObject({ version: 1, isRestricted: true })
    const log = await as(ann).call('GET', `/api/v1/organizations/${organization}/audit-log?limit=100`)
    const entries = log.body.items.filter(
      ({ action, target }: AuditEntry) => action === 'document.readers_changed' && target?.id === document.id,
    )
    expect(entries).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ kind: 'system' }),
        details: expect.objectContaining({ added: cleo.user.email, removed: ben.user.email }),
      }),
    ])

    // Also while a person has to decide about other items.
    share('five', [ann])
    for (const name of ['two', 'three', 'four']) await service.remove(name)
    expect(await read(source.id)).toMatchObject({ status: 'failed', missing: 3 })
    expect(await readBy('five', ann, ben)).toEqual([true, false])
  })

  it('[42.1] closes what names nobody here, and opens it to whoever joins and proves the address', async () => {
    const { service, server, ann, base } = world()
    if (!service.share) return
    await service.write('one', 'This is the text of one.')
    const email = `${Math.random().toString(36).slice(2)}@later.test`
    service.share('one', [email.toUpperCase()])
    const source = await connectedFollowing()
    expect(source).toMatchObject({ closed: { untold: 0, unknown: 1 } })
    expect(await readBy('one', ann)).toEqual([false])
    const byHand = await as(ann).call('PUT', `/api/v1/knowledge-bases/${base}/documents/readers`, {
      ...{ ids: [(await row('one')).id], restricted: false, group_ids: [], user_ids: [] },
    })
    expect(byHand).toMatchObject({ status: 409, body: { code: 'follows_service' } })

    const later = await server.registerUnverified(email)
    await join(later)
    expect(await readBy('one', later)).toEqual([false])
    expect(await sourceOf(source.id)).toMatchObject({ closed: { unknown: 1 } })
    await server.verify(later)
    expect(await readBy('one', later, ann)).toEqual([true, false])
    expect(await sourceOf(source.id)).toMatchObject({ closed: { unknown: 0 } })
    const why = await as(ann).call('GET', `/api/v1/documents/${(await row('one')).id}/readers`)
    expect(why.body.people).toEqual([
      expect.objectContaining({
        user_id: later.user.id,
        reasons: [{ kind: 'service', name: expect.any(String) }],
      }),
    ])
    await server.context.db.delete(memberships).where(eq(memberships.userId, later.user.id))
    expect(await readBy('one', later)).toEqual([false])
  })

  it('[42.1] keeps the readers of what it is not told, and closes what is new', async () => {
    const { service, ann, read } = world()
    if (!service.share) return
    const ben = await newMember()
    await service.write('one', 'This is the text of one.')
    share('one', [ann, ben])
    const source = await connectedFollowing()
    await service.write('two', 'This is the text of two.')
    for (const name of ['one', 'two']) share(name, null)
    expect(await read(source.id)).toMatchObject({ status: 'ready', closed: { untold: 1, unknown: 0 } })
    expect(await readBy('one', ann, ben)).toEqual([true, true])
    expect(await readBy('two', ann, ben)).toEqual([false, false])

    share('one', [ann])
    service.badDay((_, response) => response.writeHead(200).end('<html>Log in</html>'))
    expect(await read(source.id)).toMatchObject({ status: 'failed' })
    expect(await readBy('one', ann, ben)).toEqual([true, true])
    service.badDay(null)
    await read(source.id)
    expect(await readBy('one', ann, ben)).toEqual([true, false])
  })

  it('[42.1] opens nothing of a knowledge base to those who may not read that', async () => {
    const { service, ann, base } = world()
    if (!service.share) return
    const ben = await newMember()
    await service.write('one', 'This is the text of one.')
    share('one', [ann, ben])
    await connectedFollowing()
    expect(await readBy('one', ben)).toEqual([true])
    await as(ann).call('PUT', `/api/v1/knowledge-bases/${base}/readers`, {
      ...{ restricted: true, group_ids: [], user_ids: [ann.user.id] },
    })
    expect(await readBy('one', ann, ben)).toEqual([true, false])
  })

  it('[42.1] begins and ends to follow when an owner says so, and closes first', async () => {
    const { service, ann, connect, settled } = world()
    if (!service.share) return
    const editor = await newMember('editor')
    await service.write('one', 'This is the text of one.')
    share('one', [ann])
    const { id } = (await connect()).body
    await settled(id)
    expect(await readBy('one', ann, editor)).toEqual([true, true])
    expect((await change(editor, id, { follows_readers: true })).status).toBe(403)
    expect((await change(ann, id, { follows_readers: true })).body).toMatchObject({ follows_readers: true })
    expect(await readBy('one', editor)).toEqual([false])
    expect(await settled(id)).toMatchObject({ status: 'ready', report: { unchanged: 1 } })
    expect(await readBy('one', ann, editor)).toEqual([true, false])
    const { [service.secret]: _, ...settings } = service.settings
    const connection = { settings, choices: service.choices.slice(0, 1) }
    for (const body of [{ follows_readers: false }, { connection }])
      expect((await change(editor, id, body)).status).toBe(403)
    expect((await change(editor, id, { refresh: 'weekly' })).status).toBe(200)
    expect((await change(ann, id, { follows_readers: false })).status).toBe(200)
    expect(await readBy('one', ann, editor)).toEqual([true, true])
    expect(await settled(id)).toMatchObject({ status: 'ready', follows_readers: false })
  })
}
