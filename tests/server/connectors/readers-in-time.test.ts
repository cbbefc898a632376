import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Document, DocumentVersion } from '../../../src/services/contract/documents.ts'
import { EMAIL, startConfluence } from '../../harness/confluence.ts'
import { heldEmbedder } from '../../harness/embedder.ts'
import { createClient, until } from '../../harness/knowledge.ts'
import { startNameServer } from '../../harness/name-server.ts'
import { closedAfterwards, serve } from '../../harness/serve.ts'
import type { Person } from '../../harness/server.ts'
import { TOKEN } from '../../harness/service.ts'

describe('[42.1] readers and content that change together', async () => {
  let base: string
  let source: string
  let bases = 0
  /** While it holds, no new version comes into place. */
  const { embedder, hold, release } = heldEmbedder()

  const names = closedAfterwards(await startNameServer())
  const service = closedAfterwards(await startConfluence('cloud'))
  const server = await serve({
    web: { allowedNetworks: ['127.0.0.1/32'], ports: [service.port], nameServers: [names.address] },
    embedder,
  })
  const ann = await server.register()
  const organization = (await server.found(ann)).id
  const ben = await server.join(organization, await server.register(), 'viewer')
  afterAll(release)

  const as = (person: Person) => createClient(server.url, person)
  const settled = () => as(ann).sourceRead(base, source)
  const read = async () => {
    await as(ann).call('POST', `/api/v1/sources/${source}/read`)
    return settled()
  }
  const restrict = (...people: (Person | undefined)[]) =>
    service.restrict('1', { people: people.map((person) => person!.user.email), groups: [] })
  const write = (text: string) => service.write('1', 'Salaries', `<p>${text}</p>`)
  /** Begins with one version that is for some people alone. */
  const begin = async (...people: (Person | undefined)[]) => {
    release()
    base = (await as(ann).knowledgeBase(organization, `Base ${++bases}`)).id
    write('Ann earns 100 crowns.')
    restrict(...people)
    const settings = { url: service.url, email: EMAIL, token: TOKEN }
    const { body } = await as(ann).call('POST', `/api/v1/knowledge-bases/${base}/sources`, {
      ...{ kind: 'connector', connector: 'confluence', settings, follows_readers: true },
      choices: service.choices.slice(0, 1),
    })
    source = body.id
    await settled()
    const [document] = await as(ann).settled(base)
    return document?.id ?? ''
  }
  const see = async (person: Person, id: string) => {
    const { status } = await as(person).call('GET', `/api/v1/documents/${id}`)
    return status === 200
  }
  const inPlace = (id: string, isIt: (document: Document) => boolean) =>
    until(async () => (await as(ann).call('GET', `/api/v1/documents/${id}`)).body as Document, isIt)
  const versions = async (person: Person, id: string) => {
    const { body } = await as(person).call('GET', `/api/v1/documents/${id}/versions`)
    return (body as DocumentVersion[]).map(({ number }) => number)
  }
  const fileOf = (person: Person, id: string, number: number) =>
    as(person).call('GET', `/api/v1/documents/${id}/file?version=${number}`)

  beforeEach(() => {
    release()
    service.clear()
  })

  it('opens a document when the version that its new readers were shown is in place, and no earlier one', async () => {
    const id = await begin(ann)
    hold()
    write('Nobody is named here any more.')
    restrict(ann, ben)
    expect(await read()).toMatchObject({ report: { changed: 1 } })
    expect([await see(ann, id), await see(ben, id)]).toEqual([true, false])
    // Read again while the version is still on its way.
    expect(await read()).toMatchObject({ report: { unchanged: 1 } })
    expect(await see(ben, id)).toBe(false)
    release()
    await inPlace(id, ({ version, status }) => version === 2 && status === 'ready')
    expect(await see(ben, id)).toBe(true)
    const { body } = await as(ben).call('GET', `/api/v1/documents/${id}/passages`)
    expect(JSON.stringify(body)).not.toContain('100 crowns')
    for (const person of [ann, ben]) {
      expect(await versions(person, id)).toEqual([2])
      expect((await fileOf(person, id, 1)).status).toBe(404)
      expect((await fetch(`${server.url}/api/v1/documents/${id}/file`, person)).status).toBe(200)
    }
  })

  it('closes it at once to those who no longer read it, and keeps its versions for the others', async () => {
    const id = await begin(ann, ben)
    hold()
    write('Ann earns 200 crowns.')
    restrict(ann)
    await read()
    expect([await see(ann, id), await see(ben, id)]).toEqual([true, false])
    release()
    await inPlace(id, ({ version, status }) => version === 2 && status === 'ready')
    expect([await see(ann, id), await see(ben, id)]).toEqual([true, false])
    expect(await versions(ann, id)).toEqual([2, 1])
  })

  it('closes it to those who go while others come, and opens it to these with the version', async () => {
    const id = await begin(ann)
    hold()
    write('Ben earns 100 crowns.')
    restrict(ben)
    await read()
    expect([await see(ann, id), await see(ben, id)]).toEqual([false, false])
    release()
    await until(
      () => see(ben, id),
      (isSeen) => isSeen,
    )
    expect([await see(ann, id), await see(ben, id)]).toEqual([false, true])
  })

  it('opens nothing where the new version cannot be read', async () => {
    const id = await begin(ann)
    service.write('1', 'Salaries', 'x'.repeat(21 * 1024 * 1024))
    restrict(ann, ben)
    expect(await read()).toMatchObject({ report: { skipped_count: 1 } })
    expect([await see(ann, id), await see(ben, id)]).toEqual([true, false])
    write('Nobody is named here any more.')
    await read()
    await inPlace(id, ({ version, status }) => version === 2 && status === 'ready')
    expect(await see(ben, id)).toBe(true)
  })

  it('opens what has not changed at once, without its earlier versions', async () => {
    const id = await begin(ann)
    write('Nobody is named here any more.')
    await read()
    await inPlace(id, ({ version, status }) => version === 2 && status === 'ready')
    expect(await versions(ann, id)).toEqual([2, 1])
    restrict(ann, ben)
    await read()
    expect(await see(ben, id)).toBe(true)
    expect(await versions(ben, id)).toEqual([2])
  })
})
