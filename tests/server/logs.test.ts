import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createLogger, serializeError } from '../../server/kernel/http/logger.ts'
import { PASSWORD, startTestServer } from '../harness/server.ts'
import { openFor } from '../harness/socket.ts'

it('[attack S37] the log holds neither tokens nor passwords', async () => {
  const server = await startTestServer()
  const person = await server.register()
  const { id } = await server.found(person)
  const ear = openFor(server, person, `/api/ws/organizations/${id}`)
  await ear.next('hello')
  await server.inject({
    url: `/api/v1/users/me?x=1&token=${person.tokens.access_token}`,
    headers: person.headers,
  })
  const payload = { refresh_token: person.tokens.refresh_token }
  await server.inject({ method: 'POST', url: '/api/v1/refresh', payload })
  await server.inject({ method: 'POST', url: '/api/v1/logout', payload })
  await server.logIn(person.user.email, 'a wrong password')
  await ear.closed
  await server.close()

  const log = server.logs.join('')
  expect(log).toContain(`/api/ws/organizations/${id}?token=…`)
  expect(log).toContain('/api/v1/users/me?x=1&token=…')
  expect(log).not.toMatch(/eyJ[\w-]+\./)
  for (const secret of [PASSWORD, 'a wrong password', server.config.jwtSecret])
    expect(log).not.toContain(secret)
})

it.each([
  '/confirm-email/a-secret-of-a-mail',
  '/reset-password/a-secret-of-a-mail?x=1',
  '/%63onfirm-email/a-secret-of-a-mail',
  '/confirm%2Demail/a-secret-of-a-mail',
  '/%61pi/v1/invitations/a-secret-of-a-mail',
  '/api/v1/users/me?%74oken=a-secret-of-a-mail',
  '/api/v1/users/me?reset%5Ftoken=a-secret-of-a-mail',
])('[attack S37] the log does not hold the secret of %s', (url) => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => lines.push(line) })
  logger.info({ req: { method: 'GET', url, ip: '127.0.0.1' } })
  const [line] = lines
  expect(line).toContain('…')
  expect(line).not.toContain('a-secret-of-a-mail')
})

const SECRET = 'ann@example.test'

const ofDatabase = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, 1, 'error'), {
    code,
    detail: `Key (email)=(${SECRET}) already exists.`,
    where: `unnamed portal parameter $1 = '${SECRET}'`,
  })

const thrownBy = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

describe('[S37] an error in the log', () => {
  it.each([
    ['a failed query', new DrizzleQueryError('select $1', [SECRET], ofDatabase('42P01', 'no such relation'))],
    ['a driver error', ofDatabase('23505', 'duplicate key value violates unique constraint "users_email"')],
    ['a message that quotes data', ofDatabase('22P02', `invalid input syntax for type uuid: "${SECRET}"`)],
    ['what caused it', new Error('outer', { cause: new DrizzleQueryError('select $1', [SECRET]) })],
    ['fields of its own', Object.assign(new Error('failed'), { body: SECRET, params: [SECRET] })],
    ['a text that is not JSON', thrownBy(() => JSON.parse(SECRET))],
    ['an object that was thrown', { email: SECRET }],
  ])('holds no data of %s', (_what, error) => {
    expect(JSON.stringify(serializeError(error))).not.toContain(SECRET)
  })

  it('says what went wrong and where', () => {
    const cause = ofDatabase('42P01', 'relation "users" does not exist')
    const error = new DrizzleQueryError('select "id" from "users" where "email" = $1', [SECRET], cause)
    expect(serializeError(error)).toMatchObject({
      message: 'Failed query: select "id" from "users" where "email" = $1',
      stack: expect.stringContaining('logs.test.ts'),
      cause: { message: 'relation "users" does not exist', code: '42P01' },
    })
  })

  it('survives an error that is its own cause', () => {
    const error = new Error('round')
    error.cause = error
    expect(JSON.stringify(serializeError(error))).toContain('round')
  })

  it('names no address, hash or token when the database fails under every request', async () => {
    const server = await startTestServer()
    const person = await server.register(SECRET)
    const hashes = (await server.database.pool.query('select password_hash from users')).rows
    await server.database.pool.query('alter table sessions rename to gone')
    await server.database.pool.query('alter table mailed_links rename to gone_links')
    const { status } = await server.logIn(SECRET).then(({ statusCode }) => ({ status: statusCode }))
    await server.inject({ url: '/api/v1/users/me', headers: person.headers })
    await server.database.pool.query('alter table users rename to gone_users')
    await server.logIn(SECRET)
    const payload = { email: SECRET, password: PASSWORD }
    await server.inject({ method: 'POST', url: '/api/v1/register', payload })
    await server.inject({ method: 'POST', url: '/api/v1/forgot-password', payload: { email: SECRET } })
    await server.context.background.settle()
    const log = server.logs.join('')
    await server.close()
    expect(status).toBe(500)
    expect(log).toContain('Failed query')
    for (const secret of [SECRET, PASSWORD, hashes[0].password_hash, person.tokens.refresh_token])
      expect(log).not.toContain(secret)
    expect(log).not.toMatch(/params|argon2/)
  })
})
