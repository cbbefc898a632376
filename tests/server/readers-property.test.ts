import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sourcePages, sources } from '../../server/kernel/db/schema/index.ts'
import { createFollowing, setFollowing } from '../../server/knowledge/sources/following.ts'
import type { Readers } from '../../src/services/contract/readers.ts'
import { may } from '../../src/services/contract/roles.ts'
import { type Client, createClient } from '../harness/knowledge.ts'
import {
  ASSISTANTS,
  addressOfGroup,
  baseOf,
  type Change,
  codeOf,
  codeOfAssistant,
  codesIn,
  type Drawn,
  draw,
  FOLLOWED,
  GROUPS,
  LOOKS,
  PLACES,
  questionOf,
  ROLES,
  type Rule,
  SUBJECTS,
  world,
} from '../harness/readers-world.ts'
import { RUNS } from '../harness/runs.ts'
import { serve } from '../harness/serve.ts'
import type { Person } from '../harness/server.ts'
import { openSocket } from '../harness/socket.ts'

type Socket = ReturnType<typeof openSocket>

const server = await serve({ appFolder: '/nowhere' })
let organizationId: string
const people: Person[] = []
const clients: Client[] = []
/** Of each person: that of the organization, and that of the first assistant while they may use it. */
const sockets: { organization: Socket; assistant: Socket }[] = []
const bases: string[] = []
const documents: string[] = []
const groups: string[] = []
const conversations: { id: string; assistant: number }[] = []
const assistants: string[] = []
const following = new Map<number, Parameters<typeof setFollowing>[1]>()
const at = (path: string) => `/api/v1/organizations/${organizationId}/${path}`
const ids = (from: readonly string[], picked: Iterable<number>) => [...picked].map((n) => from[n]!)

/** What an organization has had, as its log and its conversations, would grow with the cases and slow each of them. */
const CASES = 2_000

beforeEach(async () => {
  world.reset()
  for (const list of [people, clients, sockets, bases, documents, groups, conversations, assistants])
    list.length = 0
  for (const role of ROLES) {
    const person = await server.register()
    if (role === 'owner') organizationId = (await server.found(person)).id
    else await server.join(organizationId, person, role)
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
    groups.push(
      (
        await owner.call('POST', at('groups'), {
          name: `Group ${group}`,
          service_address: addressOfGroup(group),
        })
      ).body.id,
    )
  for (const document of FOLLOWED) await connect(document)
  for (const [n, of] of ASSISTANTS.entries())
    assistants.push((await owner.integration(organizationId, ids(bases, of), codeOfAssistant(n))).id)
  for (const n of people.keys())
    sockets.push({
      organization: await opened(n, `/api/ws/organizations/${organizationId}`),
      assistant: await opened(n, `/api/ws/integrations/${assistants[0]}`),
    })
})
afterEach(() => {
  for (const { organization, assistant } of sockets)
    for (const { socket } of [organization, assistant]) socket.close()
})

/** As if a reading had brought a document: its readers follow the service from then on. */
async function connect(document: number) {
  const settings = { kind: 'connector' as const, connector: 'google_drive', url: 'https://drive.test' }
  const [source] = await server.database.db
    .insert(sources)
    .values({
      knowledgeBaseId: bases[baseOf(document)]!,
      settings: { ...settings, settings: {}, choices: [] },
      followsReaders: true,
    })
    .returning()
  const page = { title: '', contentType: '', etag: null, lastModified: null, contentHash: '', links: [] }
  await server.database.db
    .insert(sourcePages)
    .values({ sourceId: source!.id, key: 'file', documentId: documents[document]!, page })
  await server.database.db.transaction((tx) => setFollowing(tx, source!))
  following.set(document, source!)
  world.documents[document] = { restricted: true, groups: new Set(), people: new Set() }
}

/** Its service says who may read it: people by their addresses, and groups that groups here stand for. */
async function follow(document: number, { restricted, groups, people: readers }: Change) {
  const told = {
    people: readers.map((n) => people[n]!.user.email.toUpperCase()),
    groups: groups.map(addressOfGroup),
  }
  const { follow: take } = createFollowing({ db: server.database.db, notifyReadersChanged: () => {} })
  const item = { key: 'file', readers: restricted ? told : ('anyone' as const) }
  await take(following.get(document)!, organizationId, item, new Set(), true)
  world.documents[document] = { restricted, groups: new Set(groups), people: new Set(readers) }
}

const opened = async (person: number, path: string) => {
  const socket = openSocket(server, path, people[person]!.tokens.access_token)
  await socket.next('hello')
  return socket
}

type Probe = (drawn: Drawn, client: Client) => Promise<void>

/** Everything with a code that somebody receives is of what they may read, or `known` to them, and of what they may use. */
const expectOnly = (value: unknown, person: number, known: readonly string[] = []) => {
  const usable = world.usable(person)
  const allowed = [...known, ...world.documentsFor(person).map(codeOf), ...usable.map(codeOfAssistant)]
  expect([...codesIn(value)].filter((code) => !allowed.includes(code))).toEqual([])
  if (known.length > 0) return
  const text = JSON.stringify(value) ?? ''
  expect(assistants.filter((id, assistant) => text.includes(id) && !usable.includes(assistant))).toEqual([])
}
/** Who looks after readers knows the names of all assistants. */
const NAMES = ASSISTANTS.map((_, assistant) => codeOfAssistant(assistant))
const status = (mayRead: boolean) => (mayRead ? 200 : 404)
const usersWho = (may: (person: number) => boolean) =>
  people.flatMap(({ user }, n) => (may(n) ? [user.id] : [])).sort()

const PROBES: Readonly<Record<string, Probe>> = {
  async list({ person }, client) {
    const { body } = await client.call('GET', at('knowledge-bases'))
    const expected = ids(PLACES, world.readable(person)).sort()
    expect(body.map(({ name }: { name: string }) => name)).toEqual(expected)
    expectOnly(body, person)
  },
  async assistants({ person }, client) {
    const { body } = await client.call('GET', at('integrations'))
    expect(codesIn(body)).toEqual(new Set(world.usable(person).map(codeOfAssistant)))
    for (const path of [at('assistants'), '/v1/models'])
      expectOnly((await client.call('GET', path)).body, person)
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
    const answer = await client.call('POST', `/api/v1/integrations/${assistants[assistant]}/search`, {
      query: questionOf(document),
    })
    expect(answer.status).toBe(status(world.mayUse(person, assistant)))
    expectOnly(answer.body, person)
    expect(codesIn(answer.body).has(codeOf(document))).toBe(knows({ person, document, assistant }))
  },
  async connected({ person, assistant }, client) {
    const url = `/api/v1/integrations/${assistants[assistant]}`
    const mayUse = world.mayUse(person, assistant)
    for (const part of ['', '/conversations?time_zone=UTC', '/versions', '/handover']) {
      const answer = await client.call('GET', `${url}${part}`)
      expect([part, answer.status]).toEqual([part, status(mayUse)])
      expectOnly(answer.body, person)
      if (part === '' && mayUse)
        expect(answer.body.knowledge_base_ids.sort()).toEqual(
          ids(bases, world.readable(person, ASSISTANTS[assistant]!)).sort(),
        )
    }
  },
  async figures({ person }, client) {
    const { body } = await client.call('GET', at('sources?days=7&time_zone=UTC'))
    expect([...codesIn(body)].sort()).toEqual(world.documentsFor(person).map(codeOf))
    for (const part of ['usage/series?days=7&time_zone=UTC', 'outcomes?days=7&time_zone=UTC', 'inbox'])
      expectOnly((await client.call('GET', at(part))).body, person)
  },
  async gaps({ person }, client) {
    expectOnly((await client.call('GET', at('gaps?status=open'))).body, person)
  },
  async conversation({ person, from }, client) {
    const one = conversations[from % Math.max(conversations.length, 1)]
    if (!one) return
    for (const part of ['', '/person']) {
      const answer = await client.call('GET', `/api/v1/conversations/${one.id}${part}`)
      if (part === '') expect(answer.status).toBe(status(world.mayUse(person, one.assistant)))
      expectOnly(answer.body, person)
    }
    expectOnly((await client.call('GET', at('conversations?time_zone=UTC'))).body, person)
  },
  async words({ person, document }, client) {
    const { body } = await client.call('GET', at(`conversations?q=${codeOf(document)}&time_zone=UTC`))
    expectOnly(body, person)
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
    // What somebody has asked is theirs, whoever may use the assistant now.
    for (const content of Object.values(files))
      expectOnly(Buffer.from(content).toString('utf8'), person, NAMES)
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
    const used = await clients[0]!.call('GET', at(`members/${people[person]!.user.id}/assistants`))
    expect([...codesIn(used.body)].sort()).toEqual(world.usable(person).map(codeOfAssistant))
    expect((await client.call('GET', at('members'))).status).toBe(200)
  },
  async readers({ document, assistant }) {
    const base = baseOf(document)
    const who = async (url: string) =>
      (await clients[0]!.call('GET', url)).body.people
        .map(({ user_id }: Readers['people'][number]) => user_id)
        .sort()
    expect(await who(`/api/v1/knowledge-bases/${bases[base]}/readers`)).toEqual(
      usersWho((person) => world.mayRead(person, base)),
    )
    expect(await who(`/api/v1/integrations/${assistants[assistant]}/readers`)).toEqual(
      usersWho((person) => world.mayUse(person, assistant)),
    )
    if (world.mayRead(0, base))
      expect(await who(`/api/v1/documents/${documents[document]}/readers`)).toEqual(
        usersWho((person) => world.mayReadDocument(person, document)),
      )
  },
  async groups() {
    const { body } = await clients[0]!.call('GET', at('groups'))
    for (const [n, group] of groups.entries()) {
      const opened = (rules: readonly Rule[]) =>
        rules.flatMap((rule, place) => (rule.restricted && rule.groups.has(n) ? [place] : []))
      const {
        knowledge_bases,
        assistants: named,
        documents: count,
      } = body.find(({ id }: { id: string }) => id === group)
      const names = (list: { name: string }[]) => list.map(({ name }) => name)
      expect(names(knowledge_bases)).toEqual(ids(PLACES, opened(world.bases)).sort())
      expect(names(named)).toEqual(opened(world.assistants).map(codeOfAssistant))
      expect(count).toBe(opened(world.documents).length)
    }
  },
}

/** Whether somebody finds a document with an assistant. */
const knows = ({ person, document, assistant }: Pick<Drawn, 'person' | 'document' | 'assistant'>) =>
  world.mayUse(person, assistant) &&
  ASSISTANTS[assistant]!.includes(baseOf(document)) &&
  world.mayReadDocument(person, document)

/** An answer is made of what the asker may read, and whoever listens hears of theirs alone. */
async function ask({ person, document, assistant }: Drawn) {
  const client = clients[person]!
  const url = `/api/v1/integrations/${assistants[assistant]}/messages`
  const question = { content: questionOf(document), config: 'draft' }
  if (!world.mayUse(person, assistant)) {
    expect((await client.call('POST', url, question)).status).toBe(404)
    return
  }
  for (const [n, both] of sockets.entries())
    if (world.mayUse(n, 0) && both.assistant.socket.readyState !== WebSocket.OPEN)
      both.assistant = await opened(n, `/api/ws/integrations/${assistants[0]}`)
  const heard = () => sockets.map((both) => [both.organization.frames, both.assistant.frames])
  const before = heard().map((both) => both.map(({ length }) => length))
  const { body } = await client.call('POST', url, question)
  const id: string = body.conversation.id
  await client.call('PATCH', `/api/v1/conversations/${id}`, { title: `Of ${codeOfAssistant(assistant)}` })
  conversations.push({ id, assistant })
  const answer = await client.answered(body.answer.id)
  expectOnly(answer, person)
  expect(codesIn(answer).has(codeOf(document))).toBe(knows({ person, document, assistant }))
  for (const [n, both] of heard().entries())
    for (const [place, frames] of both.entries()) expectOnly(frames.slice(before[n]![place]), n)
}

async function restrict(of: 'bases' | 'documents' | 'assistants', place: number, change: Change) {
  const base = of === 'documents' ? baseOf(place) : place
  const url = {
    bases: `/api/v1/knowledge-bases/${bases[base]}/readers`,
    documents: `/api/v1/knowledge-bases/${bases[base]}/documents/readers`,
    assistants: `/api/v1/integrations/${assistants[place]}/readers`,
  }[of]
  const { restricted } = change
  const answer = await clients[0]!.call('PUT', url, {
    ...(of === 'documents' && { ids: [documents[place]] }),
    restricted,
    group_ids: ids(groups, change.groups),
    user_ids: change.people.map((n) => people[n]!.user.id),
  })
  // Who looks after readers reads the base whose documents they restrict.
  const isAllowed = of !== 'documents' || world.mayRead(0, base)
  const isFollowed = of === 'documents' && FOLLOWED.includes(place)
  expect(answer.status).toBe(isAllowed && isFollowed ? 409 : status(isAllowed))
  if (isAllowed && !isFollowed)
    world[of][place] = { restricted, groups: new Set(change.groups), people: new Set(change.people) }
}

async function fill(group: number, members: number[]) {
  const member_ids = members.map((n) => people[n]!.user.id)
  expect((await clients[0]!.call('PATCH', at(`groups/${groups[group]}`), { member_ids })).status).toBe(200)
  world.members[group] = new Set(members)
}

const drawn = draw(Object.keys(PROBES))
const seeds = Array.from({ length: Math.ceil(RUNS / CASES) }, (_, n) => 41 + n)

it.each(seeds)(
  `[readers] whatever somebody receives comes from what they may read, drawn from seed %i`,
  async (seed) => {
    const numRuns = Math.min(RUNS, CASES) / LOOKS
    for (const { change, asked, looks } of fc.sample(drawn, { numRuns, seed })) {
      if ('base' in change) await restrict('bases', change.base, change)
      else if ('document' in change) await restrict('documents', change.document, change)
      else if ('followed' in change) await follow(change.followed, change)
      else if ('closed' in change) await restrict('assistants', change.closed, change)
      else await fill(change.group, change.members)
      if (asked) await ask(asked)
      await Promise.all(looks.map(({ probe, ...look }) => PROBES[probe]!(look, clients[look.person]!)))
    }
    expect(conversations.length).toBeGreaterThan(numRuns / 30)
  },
)
