import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memberships } from '../../server/kernel/db/schema/index.ts'
import type { Readers } from '../../src/services/contract/readers.ts'
import { may, type Role } from '../../src/services/contract/roles.ts'
import { type Client, createClient } from '../harness/knowledge.ts'
import { nightly, RUNS } from '../harness/runs.ts'
import { type Person, startTestServer, type TestServer } from '../harness/server.ts'
import { openSocket } from '../harness/socket.ts'

const PLACES = ['lighthouse', 'orchard', 'bakery', 'observatory']
/** Two documents of each of those knowledge bases, in their order. */
const SUBJECTS = ['lighthouse', 'jetty', 'orchard', 'cellar', 'bakery', 'mill', 'observatory', 'library']
const baseOf = (document: number) => Math.floor(document / 2)
const ROLES: readonly Role[] = ['owner', 'admin', 'editor', 'viewer', 'viewer']
const GROUPS = 3
const CODE = /K\dQX/g
const codeOf = (document: number) => `K${document}QX`
const questionOf = (document: number) => `What is the access code of the ${SUBJECTS[document]}?`
const codesIn = (value: unknown) => new Set(JSON.stringify(value).match(CODE) ?? [])

const one = (count: number) => fc.nat({ max: count - 1 })
const some = (count: number) => fc.subarray(Array.from({ length: count }, (_, n) => n))

type Rule = { restricted: boolean; groups: ReadonlySet<number>; people: ReadonlySet<number> }
const everyone = (): Rule => ({ restricted: false, groups: new Set(), people: new Set() })

/** What the rules say, in the plainest words. */
const world = {
  members: Array.from({ length: GROUPS }, () => new Set<number>()),
  bases: PLACES.map(everyone),
  documents: SUBJECTS.map(everyone),
  isOpen(person: number, { restricted, groups, people }: Rule) {
    return !restricted || people.has(person) || [...groups].some((group) => this.members[group]!.has(person))
  },
  mayRead(person: number, base: number) {
    return this.isOpen(person, this.bases[base]!)
  },
  mayReadDocument(person: number, document: number) {
    return this.mayRead(person, baseOf(document)) && this.isOpen(person, this.documents[document]!)
  },
  /** In all knowledge bases, or in one. */
  documentsFor(person: number, base?: number) {
    return SUBJECTS.flatMap((_, document) =>
      this.mayReadDocument(person, document) && (base === undefined || baseOf(document) === base)
        ? [document]
        : [],
    )
  },
  readable(person: number, of: readonly number[] = PLACES.map((_, base) => base)) {
    return of.filter((base) => this.mayRead(person, base))
  },
}

let server: TestServer
let organizationId: string
const people: Person[] = []
const clients: Client[] = []
const sockets: ReturnType<typeof openSocket>[] = []
const bases: string[] = []
const documents: string[] = []
const groups: string[] = []
const conversations: string[] = []
/** Each with the bases that it is connected to. */
const assistants: { id: string; of: number[] }[] = []
const at = (path: string) => `/api/v1/organizations/${organizationId}/${path}`
const ids = (from: readonly string[], picked: Iterable<number>) => [...picked].map((n) => from[n]!)

beforeAll(async () => {
  server = await startTestServer({ appFolder: '/nowhere' })
  for (const role of ROLES) {
    const person = await server.register()
    if (role === 'owner') organizationId = (await server.found(person)).id
    else await server.database.db.insert(memberships).values({ organizationId, userId: person.user.id, role })
    people.push(person)
    clients.push(createClient(server.url, person))
  }
  const [owner] = clients as [Client]
  for (const [n, place] of PLACES.entries()) {
    const { id } = await owner.knowledgeBase(organizationId, place)
    const files = SUBJECTS.flatMap((subject, document) =>
      baseOf(document) === n
        ? [
            {
              name: `${codeOf(document)}.txt`,
              content: `The access code of the ${subject} is ${codeOf(document)}.`,
            },
          ]
        : [],
    )
    const uploaded = await owner.upload(id, files)
    bases.push(id)
    documents.push(...uploaded.body.results.map((result) => result.document!.id))
    await owner.settled(id)
  }
  for (let group = 0; group < GROUPS; group++)
    groups.push((await owner.call('POST', at('groups'), { name: `Group ${group}` })).body.id)
  for (const of of [[0, 1, 2, 3], [0, 1], [3]]) {
    const { id } = await owner.integration(organizationId, ids(bases, of), `Desk ${of.join('')}`)
    assistants.push({ id, of })
  }
  for (const { tokens } of people) {
    const socket = openSocket(server, `/api/ws/integrations/${assistants[0]!.id}`, tokens.access_token)
    await socket.next('hello')
    sockets.push(socket)
  }
})
afterAll(async () => {
  for (const { socket } of sockets) socket.close()
  await server.close()
})

type Drawn = { person: number; document: number; assistant: number; from: number }
type Probe = (drawn: Drawn, client: Client) => Promise<void>

/** Everything with a code that somebody receives is of what they may read. */
const expectOnly = (value: unknown, person: number) => {
  const allowed = world.documentsFor(person).map(codeOf)
  expect([...codesIn(value)].filter((code) => !allowed.includes(code))).toEqual([])
}
const status = (mayRead: boolean) => (mayRead ? 200 : 404)

const PROBES: Readonly<Record<string, Probe>> = {
  async list({ person }, client) {
    const { body } = await client.call('GET', at('knowledge-bases'))
    const expected = ids(PLACES, world.readable(person)).sort()
    expect(body.map(({ name }: { name: string }) => name)).toEqual(expected)
  },
  async document({ person, document }, client) {
    for (const part of ['', '/passages', '/versions']) {
      const answer = await client.call('GET', `/api/v1/documents/${documents[document]}${part}`)
      expect(answer.status).toBe(status(world.mayReadDocument(person, document)))
      expectOnly(answer.body, person)
    }
  },
  async counts({ person, document }, client) {
    const base = baseOf(document)
    if (!world.mayRead(person, base)) return
    const readable = world.documentsFor(person, base).length
    const url = `/api/v1/knowledge-bases/${bases[base]}`
    expect((await client.call('GET', url)).body.counts).toMatchObject({
      documents: readable,
      passages: readable,
    })
    expect((await client.call('GET', `${url}/documents/search`)).body.total).toBe(readable)
    expect((await client.call('GET', `${url}/passages`)).body.total).toBe(readable)
  },
  async base({ person, document }, client) {
    const base = baseOf(document)
    for (const part of ['', '/documents', '/passages', '/sources', '/indexes', '/golden-questions']) {
      const answer = await client.call('GET', `/api/v1/knowledge-bases/${bases[base]}${part}`)
      expect(answer.status).toBe(status(world.mayRead(person, base)))
      expectOnly(answer.body, person)
    }
  },
  async test({ person, document }, client) {
    const base = baseOf(document)
    const body = { query: questionOf(document) }
    const answer = await client.call('POST', `/api/v1/knowledge-bases/${bases[base]}/search`, body)
    expect(answer.status).toBe(status(world.mayRead(person, base)))
    expectOnly(answer.body, person)
    expect(codesIn(answer.body).has(codeOf(document))).toBe(world.mayReadDocument(person, document))
    if (answer.status === 200) expect(answer.body.searched).toBe(world.documentsFor(person, base).length)
  },
  async search({ person, document, assistant }, client) {
    const { id, of } = assistants[assistant]!
    const { body } = await client.call('POST', `/api/v1/integrations/${id}/search`, {
      query: questionOf(document),
    })
    expectOnly(body, person)
    const isFound = of.includes(baseOf(document)) && world.mayReadDocument(person, document)
    expect(codesIn(body).has(codeOf(document))).toBe(isFound)
  },
  async connected({ person, assistant }, client) {
    const { id, of } = assistants[assistant]!
    const { body } = await client.call('GET', `/api/v1/integrations/${id}`)
    expect(body.knowledge_base_ids.sort()).toEqual(ids(bases, world.readable(person, of)).sort())
  },
  async figures({ person }, client) {
    const { body } = await client.call('GET', at('sources?days=7&time_zone=UTC'))
    expect([...codesIn(body)].sort()).toEqual(world.documentsFor(person).map(codeOf))
  },
  async gaps({ person }, client) {
    expectOnly((await client.call('GET', at('gaps?status=open'))).body, person)
  },
  async conversation({ person, from }, client) {
    const id = conversations[from % Math.max(conversations.length, 1)]
    if (id) expectOnly((await client.call('GET', `/api/v1/conversations/${id}`)).body, person)
  },
  async words({ person, document }, client) {
    const { body } = await client.call('GET', at(`conversations?q=${codeOf(document)}&time_zone=UTC`))
    if (!world.mayReadDocument(person, document)) expect(body.total).toBe(0)
  },
  async export({ person }) {
    const { headers } = people[person]!
    for (const format of ['jsonl', 'csv']) {
      const url = at(`conversations/export?format=${format}&time_zone=UTC`)
      expectOnly((await server.inject({ url, headers })).body, person)
    }
  },
  async person({ person, from }) {
    const answer = await server.inject({
      method: 'POST',
      url: at('personal-data/export'),
      headers: people[person]!.headers,
      payload: { who: people[from % people.length]!.user.id },
    })
    expect(answer.statusCode).toBe(may(ROLES[person]!, 'erase') ? 200 : 403)
    if (answer.statusCode !== 200) return
    // The log of what was done names what it was done to, in the product likewise.
    const { 'audit.json': _, ...files } = unzipSync(answer.rawPayload)
    for (const content of Object.values(files)) expectOnly(Buffer.from(content).toString('utf8'), person)
  },
  async why({ person }, client) {
    const { body } = await clients[0]!.call('GET', at(`members/${people[person]!.user.id}/knowledge-bases`))
    const names = body.map(({ name }: { name: string }) => name)
    expect(names).toEqual(ids(PLACES, world.readable(person)).sort())
    expect(body.every(({ reasons }: Readers['people'][number]) => reasons.length > 0)).toBe(true)
    // Of what everyone who reads the base reads, no name is told.
    const named = world
      .documentsFor(person)
      .filter((document) => world.documents[document]!.restricted && world.mayRead(0, baseOf(document)))
    expect([...codesIn(body)].sort()).toEqual(named.map(codeOf))
    expect((await client.call('GET', at('members'))).status).toBe(200)
  },
  async readers({ document }) {
    const base = baseOf(document)
    const who = async (url: string) =>
      (await clients[0]!.call('GET', url)).body.people
        .map(({ user_id }: Readers['people'][number]) => user_id)
        .sort()
    const those = (mayRead: (person: number) => boolean) =>
      people.flatMap(({ user }, n) => (mayRead(n) ? [user.id] : [])).sort()
    expect(await who(`/api/v1/knowledge-bases/${bases[base]}/readers`)).toEqual(
      those((person) => world.mayRead(person, base)),
    )
    if (world.mayRead(0, base))
      expect(await who(`/api/v1/documents/${documents[document]}/readers`)).toEqual(
        those((person) => world.mayReadDocument(person, document)),
      )
  },
}

/** An answer is made of what the asker may read, and whoever listens hears of theirs alone. */
async function ask({ person, document, assistant }: Drawn) {
  const before = sockets.map(({ frames }) => frames.length)
  const { id, of } = assistants[assistant]!
  const asked = await clients[person]!.send(id, questionOf(document))
  conversations.push(asked.conversation.id)
  const answer = await clients[person]!.answered(asked.answer.id)
  expectOnly(answer, person)
  const isKnown = of.includes(baseOf(document)) && world.mayReadDocument(person, document)
  expect(codesIn(answer).has(codeOf(document))).toBe(isKnown)
  for (const [n, { frames }] of sockets.entries()) expectOnly(frames.slice(before[n]), n)
}

type Change = { restricted: boolean; groups: number[]; people: number[] }

async function restrict(of: 'bases' | 'documents', place: number, change: Change) {
  const base = of === 'bases' ? place : baseOf(place)
  const url = `/api/v1/knowledge-bases/${bases[base]}/${of === 'bases' ? '' : 'documents/'}readers`
  const { restricted } = change
  const answer = await clients[0]!.call('PUT', url, {
    ...(of === 'documents' && { ids: [documents[place]] }),
    restricted,
    group_ids: ids(groups, change.groups),
    user_ids: change.people.map((n) => people[n]!.user.id),
  })
  // Who looks after readers reads the base whose documents they restrict.
  const isAllowed = of === 'bases' || world.mayRead(0, base)
  expect(answer.status).toBe(status(isAllowed))
  if (isAllowed)
    world[of][place] = { restricted, groups: new Set(change.groups), people: new Set(change.people) }
}

async function fill(group: number, members: number[]) {
  const member_ids = members.map((n) => people[n]!.user.id)
  expect((await clients[0]!.call('PATCH', at(`groups/${groups[group]}`), { member_ids })).status).toBe(200)
  world.members[group] = new Set(members)
}

const drawn = fc.record({
  change: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    {
      weight: 2,
      arbitrary: fc.record({
        base: one(PLACES.length),
        restricted: fc.boolean(),
        groups: some(GROUPS),
        people: some(ROLES.length),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        document: one(SUBJECTS.length),
        restricted: fc.boolean(),
        groups: some(GROUPS),
        people: some(ROLES.length),
      }),
    },
    { weight: 1, arbitrary: fc.record({ group: one(GROUPS), members: some(ROLES.length) }) },
  ),
  isAsked: fc.oneof(
    { weight: 24, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  probe: fc.constantFrom(...Object.keys(PROBES)),
  person: one(ROLES.length),
  document: one(SUBJECTS.length),
  assistant: one(3),
  from: fc.nat({ max: 10_000 }),
})

it(
  `[readers] whatever somebody receives comes from what they may read, in ${RUNS} draws`,
  async () => {
    for (const { change, isAsked, probe, ...rest } of fc.sample(drawn, { numRuns: RUNS, seed: 41 })) {
      if (change && 'base' in change) await restrict('bases', change.base, change)
      else if (change && 'document' in change) await restrict('documents', change.document, change)
      else if (change) await fill(change.group, change.members)
      if (isAsked) await ask(rest)
      await PROBES[probe]!(rest, clients[rest.person]!)
    }
    expect(conversations.length).toBeGreaterThan(RUNS / 100)
  },
  nightly(3_600_000, 600_000),
)
