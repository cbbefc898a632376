import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { createBackground } from '../../server/kernel/background.ts'
import { createFairPlaces } from '../../server/kernel/jobs/fair-places.ts'
import { createMailer } from '../../server/kernel/mail/mailer.ts'
import { outboxPath } from '../../server/kernel/mail/outbox.routes.ts'
import { say } from '../../server/kernel/texts/say.ts'
import { startTestServer } from '../harness/server.ts'

/** Refuses the first `refusals` mails. */
async function startSmtp(refusals = 0) {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        received.push(text)
        done(received.length > refusals ? null : new Error('busy'))
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

it('goes out by SMTP where a server is set, and is not kept', async () => {
  const smtp = await startSmtp()
  const server = await startTestServer({ smtpUrl: smtp.url, mailFrom: 'Lectern <no-reply@lectern.test>' })
  const { user } = await server.registerUnverified()
  // Two of one sender go out at once.
  await server.context.background.settle()
  await server.inject({ method: 'POST', url: '/forgot-password', payload: { email: user.email } })
  await server.context.background.settle()
  expect(smtp.received).toHaveLength(2)
  for (const mail of smtp.received) {
    expect(mail).toContain(`To: ${user.email}`)
    expect(mail).toContain('From: Lectern <no-reply@lectern.test>')
    // The text comes first: a program shows the last part that it can.
    expect(mail).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/)
  }
  expect(smtp.received[0]).toMatch(/Subject: Confirm your email address/)
  expect(smtp.received[1]).toMatch(/Subject: Choose a new password/)
  const { rows } = await server.database.pool.query('select * from mails')
  expect(rows).toEqual([])
  expect((await server.inject({ url: outboxPath(server.config) })).statusCode).toBe(404)
  await server.close()
  await smtp.stop()
})

it('is tried again when the mail server is busy, and its failure tells the log nothing of it', async () => {
  const lines: string[] = []
  const log = { error: (...line: unknown[]) => void lines.push(JSON.stringify(line)) }
  const background = createBackground(log as never)
  const outbox = { keep: () => Promise.reject(new Error('not here')) } as never
  const mail = {
    to: 'ada@example.test',
    subject: say('reset_mail'),
    says: [{ label: say('mail.new_password'), url: 'https://lectern.test/secret' }],
  }
  for (const [refusals, tries, failures] of [
    [2, 3, 0],
    [9, 3, 1],
  ] as const) {
    const smtp = await startSmtp(refusals)
    const mailer = createMailer({ smtpUrl: smtp.url, mailFrom: 'a@b.test' }, outbox, background, [1, 1])
    lines.length = 0
    mailer.send(mail)
    await background.settle()
    expect([smtp.received.length, lines.length]).toEqual([tries, failures])
    expect(lines.join()).not.toContain('secret')
    mailer.close()
    await smtp.stop()
  }
})

it('[attack H2] of one who causes many leaves the others their turn', async () => {
  const places = createFairPlaces({ places: 3, perGroup: 2 })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const all = ['ann', 'ann', 'ann', 'ann', 'bob', 'cem'].map((sender) =>
    places.run(sender, async () => {
      begun.push(sender)
      await new Promise<void>((resolve) => ends.push(resolve))
    }),
  )
  await expect.poll(() => begun).toEqual(['ann', 'ann', 'bob'])
  ends.shift()?.()
  await expect.poll(() => begun).toEqual(['ann', 'ann', 'bob', 'cem'])
  for (let end = ends.shift(); end; end = ends.shift()) {
    end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(all)
  expect(begun).toHaveLength(6)
})

it('is kept in the outbox otherwise, which only its secret address opens', async () => {
  const server = await startTestServer()
  const says = [
    say('email_changed_mail.changed', { address: '<img src=x onerror=alert(1)>' }),
    { label: say('mail.new_password'), url: 'https://a.test/x?a=1&b="2"' },
  ]
  const subject = say('invitation_mail', { inviter: '<b>Hello</b>', organization: 'Acme' })
  server.context.mail.send({ to: 'a@b.test', subject, says })
  await server.context.background.settle()
  const page = await server.inject({ url: outboxPath(server.config) })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('&#60;b&#62;Hello')
  expect(page.body).not.toContain('<img')
  const [, src] = /<iframe src="([^"]+)"/.exec(page.body) ?? []
  const mail = await server.inject({ url: src ?? '' })
  expect(mail.body).toContain('&#60;img src=x')
  expect(mail.body).toContain('href="https://a.test/x?a=1&#38;b=&#34;2&#34;"')
  const policy = String(mail.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; style-src 'unsafe-hashes' 'sha256-")
  expect(policy).toContain('sandbox allow-popups')
  expect(policy).not.toContain('unsafe-inline')
  expect(mail.headers['cache-control']).toBe('no-store')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  for (const key of ['', 'x', 'x'.repeat(43)])
    for (const path of [`/outbox/${key}`, `/outbox/${key}/${src?.split('/').at(-1)}`])
      expect((await server.inject({ url: path })).statusCode).toBe(404)
  expect(
    (await server.inject({ url: `${outboxPath(server.config)}/${crypto.randomUUID()}` })).statusCode,
  ).toBe(404)
  const log = server.logs.join('')
  expect(log).toContain('/outbox/…')
  expect(log).not.toContain(outboxPath(server.config))
  await server.close()
})
