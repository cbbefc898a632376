import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../harness/database.ts'
import { createClient, until } from '../harness/knowledge.ts'
import { listening } from '../harness/listening.ts'
import { startModelServer } from '../harness/model.ts'
import { startProcess } from '../harness/process.ts'
import { onPostgres } from '../harness/runs.ts'
import { PASSWORD } from '../harness/server.ts'
import { openSocket } from '../harness/socket.ts'

describe('the server as a process', () => {
  let place: Place
  let started: ReturnType<typeof startProcess>[]
  beforeEach(async () => {
    place = await makePlace()
    started = []
  })
  afterEach(async () => {
    for (const one of started) one.kill('SIGKILL')
    await Promise.all(started.map(({ exited }) => exited))
    await place.remove()
  })
  const start = (env: Record<string, string> = {}) => {
    const one = startProcess(place, env)
    started.push(one)
    return one
  }
  const post = (address: string, url: string, body: object | URLSearchParams, headers = {}) =>
    fetch(`${address}${url}`, {
      method: 'POST',
      body: body instanceof URLSearchParams ? body : JSON.stringify(body),
      headers: body instanceof URLSearchParams ? headers : { 'content-type': 'application/json', ...headers },
    })
  const logIn = async (address: string, username: string) =>
    (await post(address, '/api/v1/login', new URLSearchParams({ username, password: PASSWORD }))).json()

  it('says where it is, keeps its secret to itself, and stops in order when asked to', async () => {
    const server = start()
    const address = await server.ready
    expect((await fetch(`${address}/ready`)).status).toBe(200)
    expect(statSync(path.join(place.dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600)
    server.kill('SIGTERM')
    const { code, said } = await server.exited
    expect(code).toBe(0)
    expect(said).toMatch(
      /^Lectern is ready at \S+\nEmails are kept at \S+\/outbox\/[\w-]{43}\nMeanings are compared in English\. [^\n]+\n$/,
    )
  })

  it('[operate L1] stops in order while an answer is written and documents are read', async () => {
    const model = await startModelServer({
      tokens: ['The keeper is called Imke [1]. '.repeat(300)],
      end: 'never',
    })
    const { baseUrl, apiKey, model: name } = model.endpoint
    const server = start({ LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: name })
    const address = await server.ready
    await post(address, '/api/v1/register', { email: 'ann@example.test', password: PASSWORD })
    const { access_token } = await logIn(address, 'ann@example.test')
    const ann = createClient(address, { headers: { authorization: `Bearer ${access_token}` } })
    const { id } = (await ann.call('POST', '/api/v1/organizations', { name: 'Acme' })).body
    const base = await ann.knowledgeBase(id)
    const assistant = await ann.integration(id, [base.id])
    await ann.upload(base.id, [
      { name: 'keeper.txt', content: 'The keeper of the lighthouse is called Imke.' },
    ])
    await ann.settled(base.id)
    const text = 'A sentence that is read for a while. '.repeat(1_000)
    await ann.upload(
      base.id,
      Array.from({ length: 6 }, (_, n) => ({ name: `${n}.txt`, content: `${n} ${text}` })),
    )
    const { answer } = await ann.send(assistant.id, 'What is the keeper of the lighthouse called?')
    await until(
      async () => (await ann.call('GET', `/api/v1/messages/${answer.id}`)).body,
      ({ content }) => content.length > 100,
    )
    server.kill('SIGTERM')
    // The grace ends it with 1.
    expect((await server.exited).code).toBe(0)
    await model.close()
  })

  it.skipIf(process.env.TEST_DATABASE_URL)('is refused a data folder that another one uses', async () => {
    const first = start()
    await first.ready
    const { code, said } = await start().exited
    expect(code).toBe(1)
    expect(said).toMatch(/^Another Lectern uses this data folder already .*\n$/)
    expect((await fetch(`${await first.ready}/ready`)).status).toBe(200)
  })

  it.skipIf(process.env.TEST_DATABASE_URL)(
    'leaves a killed one its folder to one of two that come after',
    async () => {
      const first = start()
      await first.ready
      first.kill('SIGKILL')
      await first.exited
      const both = [start(), start()]
      const outcomes = await Promise.allSettled(both.map(({ ready }) => ready))
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const refused = outcomes.find((outcome) => outcome.status === 'rejected')
      expect(refused?.reason.message).toMatch(/^Another Lectern uses this data folder already/)
    },
  )

  it('keeps every acknowledged row and the sessions when it is killed while it writes', async () => {
    const first = start()
    const address = await first.ready
    await post(address, '/api/v1/register', { email: 'ann@example.test', password: PASSWORD })
    const tokens = await logIn(address, 'ann@example.test')
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    const acknowledged: string[] = []
    const write = async (n: number): Promise<void> => {
      const answer = await post(
        address,
        '/api/v1/organizations',
        { name: `Organization ${n}` },
        headers,
      ).catch(() => null)
      if (!answer?.ok) return
      acknowledged.push((await answer.json()).id)
      if (acknowledged.length === 30) first.kill('SIGKILL')
      await write(n + 4)
    }
    await Promise.all([0, 1, 2, 3].map(write))
    await first.exited

    const second = start()
    const again = await second.ready
    const listed = await (await fetch(`${again}/api/v1/organizations`, { headers })).json()
    const ids = new Set(listed.map(({ id }: { id: string }) => id))
    expect(acknowledged.length).toBeGreaterThanOrEqual(30)
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
    const { refresh_token } = tokens
    expect((await post(again, '/api/v1/refresh', { refresh_token })).status).toBe(200)
  })

  it('says in one line which setting is wrong', async () => {
    const { code, said } = await start({ PORT: 'http' }).exited
    expect(code).toBe(1)
    expect(said).toBe('Lectern cannot start. PORT: must be a port number\n')
  })

  it('says in one line that no database answers, or that the port is taken', async () => {
    const lost = await start({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' }).exited
    expect(lost.said).toBe('Lectern cannot start. DATABASE_URL: no database answers there\n')
    const { port, close } = await listening(createServer())
    expect((await start({ PORT: String(port) }).exited).said).toBe(
      'Lectern cannot start. PORT: is in use by another program\n',
    )
    await close()
  })

  it.each(['203.0.113.5', 'nowhere.invalid'])(
    'says in one line that it cannot listen at an address that is not its own: %s',
    async (HOST) => {
      const { code, said } = await start({ HOST }).exited
      expect(code).toBe(1)
      expect(said).toMatch(
        /^Lectern cannot start\. HOST: is no address of this machine \((?:EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)\)\n$/,
      )
    },
  )

  onPostgres('of two on one database, what one is told reaches who listens at the other', async () => {
    const env = { JWT_SECRET: 'a secret that both processes share' }
    const addresses = await Promise.all([start(env).ready, start(env).ready])
    const [one, two] = addresses as [string, string]
    const email = 'ada@example.test'
    await post(one, '/api/v1/register', { email, password: PASSWORD })
    const tokens = await logIn(one, email)
    const authorization = `Bearer ${tokens.access_token}`
    const made = await post(one, '/api/v1/organizations', { name: 'Acme' }, { authorization })
    const { id } = await made.json()
    const ear = openSocket({ url: two }, `/api/ws/organizations/${id}`, tokens.access_token)
    await ear.next('hello')
    // A sign-in with a browser that was never seen before, at the other process.
    const body = new URLSearchParams({ username: email, password: PASSWORD })
    await post(one, '/api/v1/login', body, { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/132.0' })
    expect((await ear.next('notification_update')).data).toMatchObject({
      action: 'new',
      notification: { type: 'security_new_signin' },
    })
    ear.socket.close()
  })
})
