import { expect, it } from 'vitest'
import { createLogger } from '../../server/kernel/http/logger.ts'
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
