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
const ROLES: readonly Role[] = ['owner', 'admin', 'editor', 'viewer', 'viewer']
const GROUPS = 3
const CODE = /K\dQX/g
const codeOf = (base: number) => `K${base}QX`
const questionOf = (base: number) => `What is the access code of the ${PLACES[base]}?`
const codesIn = (value: unknown) => new Set(JSON.stringify(value).match(CODE) ?? [])

const one = (count: number) => fc.nat({ max: count - 1 })
const some = (count: number) => fc.subarray(Array.from({ length: count }, (_, n) => n))

/** What the rules say, in the plainest words. */
const world = {
  members: Array.from({ length: GROUPS }, () => new Set<number>()),
  bases: PLACES.map(() => ({ restricted: false, groups: new Set<number>(), people: new Set<number>() })),
  mayRead(person: number, base: number) {
    const { restricted, groups, people } = this.bases[base]!
    return !restricted || people.has(person) || [...groups].some((group) => this.members[group]!.has(person))
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
    const content = `The access code of the ${place} is ${codeOf(n)}.`
    const uploaded = await owner.upload(id, [{ name: `${codeOf(n)}.txt`, content }])
    bases.push(id)
    documents.push(uploaded.body.results[0]!.document!.id)
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

type Drawn = { person: number; base: number; assistant: number; from: number }
type Probe = (drawn: Drawn, client: Client) => Promise<void>

/** Everything with a code that somebody receives is of what they may read. */
const expectOnly = (value: unknown, person: number) => {
  const allowed = world.readable(person).map(codeOf)
  expect([...codesIn(value)].filter((code) => !allowed.includes(code))).toEqual([])
}
const status = (person: number, base: number) => (world.mayRead(person, base) ? 200 : 404)

const PROBES: Readonly<Record<string, Probe>> = {
  async list({ person }, client) {
    const { body } = await client.call('GET', at('knowledge-bases'))
    const expected = ids(PLACES, world.readable(person)).sort()
    expect(body.map(({ name }: { name: string }) => name)).toEqual(expected)
  },
  async document({ person, base }, client) {
    for (const part of ['', '/passages', '/versions']) {
      const answer = await client.call('GET', `/api/v1/documents/${documents[base]}${part}`)
      expect(answer.status).toBe(status(person, base))
      expectOnly(answer.body, person)
    }
  },
  async base({ person, base }, client) {
    for (const part of ['', '/documents', '/passages', '/sources', '/indexes', '/golden-questions']) {
      const answer = await client.call('GET', `/api/v1/knowledge-bases/${bases[base]}${part}`)
      expect(answer.status).toBe(status(person, base))
      expectOnly(answer.body, person)
    }
  },
  async test({ person, base }, client) {
    const body = { query: questionOf(base) }
    const answer = await client.call('POST', `/api/v1/knowledge-bases/${bases[base]}/search`, body)
    expect(answer.status).toBe(status(person, base))
    expect(codesIn(answer.body).has(codeOf(base))).toBe(world.mayRead(person, base))
  },
  async search({ person, base, assistant }, client) {
    const { id, of } = assistants[assistant]!
    const { body } = await client.call('POST', `/api/v1/integrations/${id}/search`, {
      query: questionOf(base),
    })
    expectOnly(body, person)
    expect(codesIn(body).has(codeOf(base))).toBe(of.includes(base) && world.mayRead(person, base))
  },
  async connected({ person, assistant }, client) {
    const { id, of } = assistants[assistant]!
    const { body } = await client.call('GET', `/api/v1/integrations/${id}`)
    expect(body.knowledge_base_ids.sort()).toEqual(ids(bases, world.readable(person, of)).sort())
  },
  async figures({ person }, client) {
    const { body } = await client.call('GET', at('sources?days=7&time_zone=UTC'))
    expect([...codesIn(body)].sort()).toEqual(world.readable(person).map(codeOf))
  },
  async gaps({ person }, client) {
    expectOnly((await client.call('GET', at('gaps?status=open'))).body, person)
  },
  async conversation({ person, from }, client) {
    const id = conversations[from % Math.max(conversations.length, 1)]
    if (id) expectOnly((await client.call('GET', `/api/v1/conversations/${id}`)).body, person)
  },
  async words({ person, base }, client) {
    const { body } = await client.call('GET', at(`conversations?q=${codeOf(base)}&time_zone=UTC`))
    if (!world.mayRead(person, base)) expect(body.total).toBe(0)
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
    for (const content of Object.values(unzipSync(answer.rawPayload)))
      expectOnly(Buffer.from(content).toString('utf8'), person)
  },
  async why({ person }, client) {
    const { body } = await clients[0]!.call('GET', at(`members/${people[person]!.user.id}/knowledge-bases`))
    const names = body.map(({ name }: { name: string }) => name)
    expect(names).toEqual(ids(PLACES, world.readable(person)).sort())
    expect(body.every(({ reasons }: Readers['people'][number]) => reasons.length > 0)).toBe(true)
    expect((await client.call('GET', at('members'))).status).toBe(200)
  },
  async readers({ base }) {
    const { body } = await clients[0]!.call('GET', `/api/v1/knowledge-bases/${bases[base]}/readers`)
    const expected = people.flatMap(({ user }, n) => (world.mayRead(n, base) ? [user.id] : []))
    expect(body.people.map(({ user_id }: Readers['people'][number]) => user_id).sort()).toEqual(
      expected.sort(),
    )
  },
}

/** An answer is made of what the asker may read, and whoever listens hears of theirs alone. */
async function ask({ person, base, assistant }: Drawn) {
  const before = sockets.map(({ frames }) => frames.length)
  const { id, of } = assistants[assistant]!
  const asked = await clients[person]!.send(id, questionOf(base))
  conversations.push(asked.conversation.id)
  const answer = await clients[person]!.answered(asked.answer.id)
  expectOnly(answer, person)
  const isKnown = of.includes(base) && world.mayRead(person, base)
  expect(codesIn(answer).has(codeOf(base))).toBe(isKnown)
  for (const [n, { frames }] of sockets.entries()) expectOnly(frames.slice(before[n]), n)
}

async function restrict(base: number, change: { restricted: boolean; groups: number[]; people: number[] }) {
  const answer = await clients[0]!.call('PUT', `/api/v1/knowledge-bases/${bases[base]}/readers`, {
    restricted: change.restricted,
    group_ids: ids(groups, change.groups),
    user_ids: change.people.map((n) => people[n]!.user.id),
  })
  expect(answer.status).toBe(200)
  const { restricted } = change
  world.bases[base] = { restricted, groups: new Set(change.groups), people: new Set(change.people) }
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
    { weight: 1, arbitrary: fc.record({ group: one(GROUPS), members: some(ROLES.length) }) },
  ),
  isAsked: fc.oneof(
    { weight: 24, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  probe: fc.constantFrom(...Object.keys(PROBES)),
  person: one(ROLES.length),
  base: one(PLACES.length),
  assistant: one(3),
  from: fc.nat({ max: 10_000 }),
})

it(
  `[readers] whatever somebody receives comes from what they may read, in ${RUNS} draws`,
  async () => {
    for (const { change, isAsked, probe, ...rest } of fc.sample(drawn, { numRuns: RUNS, seed: 41 })) {
      if (change && 'base' in change) await restrict(change.base, change)
      else if (change) await fill(change.group, change.members)
      if (isAsked) await ask(rest)
      await PROBES[probe]!(rest, clients[rest.person]!)
    }
    expect(conversations.length).toBeGreaterThan(RUNS / 100)
  },
  nightly(3_600_000, 600_000),
)
