import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { sources } from '../../../server/kernel/db/schema/index.ts'
import { makePlace, openPlace } from '../../harness/database.ts'
import { createClient, until } from '../../harness/knowledge.ts'
import { startProcess } from '../../harness/process.ts'
import { type Person, startTestServer, type TestServer } from '../../harness/server.ts'
import { signInThere } from '../../harness/sign-in-there.ts'
import type { TestService } from './test-service.ts'

const NAMES = Array.from({ length: 12 }, (_, at) => `item ${at}`)
/** What is read before the process is killed. */
const KEPT = 2
/** After so long without a word, a process that reads is taken for gone. */
const LEASE = 60_000 // ms

type Place = { service: TestService; nameServer: string }

/** What the request that adds a source has besides, where people sign in to the service. */
const signedIn = async (service: TestService, server: TestServer, person: Person, base: string) => {
  const { allow, connector, settings } = service
  if (!allow) return {}
  const done = await signInThere({ server, person, base, wanted: { connector, settings }, allow })
  return 'id' in done ? { sign_in: done.id } : {}
}

/** The case of a reading whose process is killed. */
export const itSurvivesKilling = (placeOf: () => Place) =>
  it('[42.1] goes on in another process when one is killed while it reads: nothing twice, nothing lost', async () => {
    const { service, nameServer } = placeOf()
    const place = await makePlace()
    const web = { allowedNetworks: ['127.0.0.1/32'], ports: [service.port], nameServers: [nameServer] }
    for (const name of NAMES) await service.write(name, `This is the text of ${name}.`)

    service.hold(0)
    const first = await startTestServer({ place, web, quiet: true })
    const ann = await first.register()
    const asAnn = (url: string) => createClient(url, ann)
    const base = (await asAnn(first.url).knowledgeBase((await first.found(ann)).id)).id
    const { connector, settings, choices } = service
    const added = await asAnn(first.url).call('POST', `/api/v1/knowledge-bases/${base}/sources`, {
      ...{ kind: 'connector', connector, settings, choices: choices.slice(0, 1) },
      ...(await signedIn(service, first, ann, base)),
    })
    expect(added.status).toBe(201)
    await first.close()

    const read = async (url: string) => (await asAnn(url).sources(base))[0]!
    const release = service.hold(KEPT)
    const killed = startProcess(place, {
      WEB_NETWORKS: '127.0.0.1/32',
      WEB_PORTS: String(service.port),
      WEB_NAME_SERVERS: nameServer,
    })
    const url = await killed.ready
    await until(
      () => read(url),
      ({ pages }) => pages === KEPT,
    )
    killed.kill('SIGKILL')
    await killed.exited
    release()

    // Nobody waits for a minute here.
    const { db, close } = await openPlace(place)
    await db
      .update(sources)
      .set({ updatedAt: new Date(Date.now() - LEASE) })
      .where(eq(sources.id, added.body.id))
    await close()
    // What the killed process has sent last has arrived by now.
    const asked = service.askedFor()
    const second = await startTestServer({ place, web })
    const source = await until(
      () => read(second.url),
      ({ status }) => status === 'ready',
    )
    const rest = NAMES.length - KEPT
    const report = { added: rest, unchanged: KEPT, removed: 0 }
    expect(source).toMatchObject({ pages: NAMES.length, report })
    expect(service.askedFor() - asked).toBe(rest)
    const documents = await asAnn(second.url).documents(base)
    expect(documents.map(({ name }) => name).sort()).toEqual(NAMES.map(service.titleOf).sort())
    await second.close()
    await place.remove()
  })
