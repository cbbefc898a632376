import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, it, vi } from 'vitest'
import { createBackground } from '../../server/kernel/background.ts'
import { createFairPlaces } from '../../server/kernel/jobs/fair-places.ts'
import { createMailer } from '../../server/kernel/mail/mailer.ts'
import { outboxPath } from '../../server/kernel/mail/outbox.routes.ts'
import { say } from '../../server/kernel/texts/say.ts'
import { makePlace } from '../harness/database.ts'
import { onPostgres } from '../harness/runs.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { startTwo } from '../harness/two-servers.ts'

/** Refuses the next `refusals` mails for now, and those to nobody for good. */
async function startSmtp(refusals = 0) {
  const received: string[] = []
  const messageIds = new Set<string>()
  const state = { refusals, asked: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const isNobody = address.startsWith('nobody@')
      if (isNobody) state.asked++
      done(isNobody ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null)
    },
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        state.asked++
        messageIds.add(/^Message-ID: (.*)$/im.exec(text)?.[1] ?? '')
        if (state.refusals-- > 0) return done(Object.assign(new Error('busy'), { responseCode: 451 }))
        received.push(text)
        done(null)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    messageIds,
    state,
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
  expect(smtp.messageIds.size).toBe(2)
  expect(smtp.received[0]).toMatch(/Subject: Confirm your email address/)
  expect(smtp.received[1]).toMatch(/Subject: Choose a new password/)
  const { rows } = await server.database.pool.query('select * from mails')
  expect(rows).toEqual([])
  expect((await server.inject({ url: outboxPath(server.config) })).statusCode).toBe(404)
  await server.close()
  await smtp.stop()
})

const LINK = 'https://lectern.test/secret'
const mailTo = (to: string) => ({
  to,
  subject: say('reset_mail'),
  says: [{ label: say('mail.new_password'), url: LINK }],
})
const storedBy = async ({ database }: Pick<TestServer, 'database'>) =>
  (
    await database.pool.query(
      'select *, extract(epoch from next_try_at - now())::int as pause from mails order by recipient',
    )
  ).rows
const makeDue = ({ database }: TestServer) => database.pool.query('update mails set next_try_at = now()')

it('is tried a few times for a sender with a rule of its own, and tells the log nothing of it', async () => {
  const lines: string[] = []
  const log = { warn: () => {}, error: (...line: unknown[]) => void lines.push(JSON.stringify(line)) }
  const background = createBackground(log as never)
  const unsent = { groups: async () => [] } as never
  const outbox = { keep: () => Promise.reject(new Error('not here')) }
  for (const [refusals, tries, failures] of [
    [2, 3, 0],
    [9, 3, 1],
  ] as const) {
    const smtp = await startSmtp(refusals)
    const config = { smtpUrl: smtp.url, mailFrom: 'a@b.test', quiet: false }
    const mailer = createMailer({ config, outbox, unsent, background, log, pauses: [1, 1] })
    lines.length = 0
    const settled = vi.fn(async () => {})
    mailer.send({ ...mailTo('ada@example.test'), settled })
    await background.settle()
    expect([smtp.state.asked, lines.length]).toEqual([tries, failures])
    expect(settled).toHaveBeenCalledExactlyOnceWith(failures === 0)
    expect([...smtp.messageIds]).toEqual([expect.stringMatching(/^<[\da-f-]{36}@b\.test>$/)])
    expect(lines.join()).not.toContain('secret')
    await mailer.close()
    await smtp.stop()
  }
})

it('is kept if the mail server does not accept it, sealed, and goes out after a restart', async () => {
  const smtp = await startSmtp(2)
  const place = await makePlace()
  const options = { place, smtpUrl: smtp.url }
  const before = await startTestServer(options)
  before.context.mail.send(mailTo('ada@example.test'))
  await before.context.background.settle()
  const [kept] = await storedBy(before)
  expect(kept).toMatchObject({ recipient: 'ada@example.test', html: '', attempts: 1 })
  expect([kept.body.includes('secret'), before.logs.join().includes('secret')]).toEqual([false, false])
  await before.close()
  // A copy sends nothing, and does not show it either.
  const copy = await startTestServer({ place, quiet: true })
  await makeDue(copy)
  expect((await copy.inject({ url: outboxPath(copy.config) })).body).toContain('No emails yet')
  await copy.close()
  expect(copy.logs.join()).not.toContain('without SMTP_URL')
  // So does a server whose mail server was taken away, but it says so.
  const without = await startTestServer({ place })
  await without.context.background.settle()
  expect(without.logs.filter((line) => line.includes('without SMTP_URL'))).toEqual([
    expect.stringContaining('"mails":1'),
  ])
  await without.close()
  expect(smtp.state.asked).toBe(1)
  const after = await startTestServer(options)
  const triedAgain = async () => {
    const [{ attempts, pause }] = await storedBy(after)
    // While it is tried, it is held for longer.
    return [attempts, pause > 240 && pause <= 300]
  }
  await expect.poll(triedAgain).toEqual([2, true])
  await makeDue(after)
  await expect.poll(() => storedBy(after)).toEqual([])
  expect(smtp.received).toEqual([expect.stringContaining(LINK)])
  // Whoever got it before a reply was lost recognizes the copy.
  expect(smtp.messageIds.size).toBe(1)
  await after.close()
  await place.remove()
  await smtp.stop()
})

it('is given up after two days, with its link, and at once if its address is refused for good', async () => {
  const smtp = await startSmtp(Number.POSITIVE_INFINITY)
  const server = await startTestServer({ smtpUrl: smtp.url })
  const { mail, background } = server.context
  mail.send(mailTo('nobody@example.test'))
  await background.settle()
  expect([smtp.state.asked, await storedBy(server)]).toEqual([1, []])
  expect(server.logs.join()).toContain('a mail was given up')
  mail.send(mailTo('ada@example.test'))
  await background.settle()
  await server.database.pool.query('update mails set attempts = 8, next_try_at = now()')
  await expect.poll(() => storedBy(server)).toEqual([])
  // What was left by a server that was off for longer is late, too; a link that has ended leads nowhere.
  const { user } = await server.registerUnverified()
  mail.send(mailTo('ada@example.test'))
  await background.settle()
  expect((await storedBy(server)).map(({ recipient }) => recipient)).toEqual(
    ['ada@example.test', user.email].sort(),
  )
  const { pool } = server.database
  await pool.query('update mailed_links set expires_at = now()')
  await pool.query(`update mails set created_at = now() - interval '73 hours' where link_id is null`)
  await makeDue(server)
  Object.assign(smtp.state, { asked: 0, refusals: 1 })
  mail.send(mailTo('bob@example.test'))
  await background.settle()
  await pool.query(`update mails set next_try_at = now() where recipient = 'bob@example.test'`)
  await expect.poll(() => smtp.received).toHaveLength(1)
  await server.sweep()
  expect([smtp.state.asked, await storedBy(server)]).toEqual([2, []])
  const dropped = server.logs.filter((line) => line.includes('not sent in time'))
  expect(dropped).toEqual([expect.stringContaining('"mails":1')])
  await server.close()
  await smtp.stop()
})

it('is left to the next process when the server stops, sent or not begun, even if the mail server is silent', async () => {
  const connections: Socket[] = []
  const silent = createServer((socket) => void connections.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const place = await makePlace()
  const { port } = silent.address() as AddressInfo
  const server = await startTestServer({ place, smtpUrl: `smtp://127.0.0.1:${port}` })
  for (let n = 0; n < 5; n++) server.context.mail.send(mailTo(`p${n}@example.test`))
  const settled = vi.fn(async () => {})
  server.context.mail.send({ ...mailTo('bob@example.test'), settled })
  await expect.poll(() => storedBy(server)).toHaveLength(5)
  await expect.poll(() => connections).toHaveLength(2)
  await server.close()
  expect(connections).toHaveLength(2)
  expect(settled).toHaveBeenCalledExactlyOnceWith(false)
  await new Promise((resolve) => silent.close(resolve))
  const next = await startTestServer({ place, quiet: true })
  expect((await storedBy(next)).map(({ attempts, pause }) => [attempts, pause <= 0])).toEqual(
    Array.from({ length: 5 }, () => [0, true]),
  )
  await next.close()
  await place.remove()
})

onPostgres('is sent once, however many processes try it again', async () => {
  const smtp = await startSmtp(6)
  const { one, two, close } = await startTwo({ smtpUrl: smtp.url })
  for (let n = 0; n < 6; n++) one.context.mail.send(mailTo(`p${n}@example.test`))
  await one.context.background.settle()
  expect(await storedBy(two)).toHaveLength(6)
  await makeDue(two)
  await expect.poll(() => storedBy(one)).toEqual([])
  expect(smtp.received).toHaveLength(6)
  await close()
  await smtp.stop()
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
