import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedHttp } from '../../../server/kernel/fetching/guarded-http.ts'
import { createMailbox } from '../../../server/visitors/channels/mail/mailbox.ts'
import { createSender } from '../../../server/visitors/channels/mail/sender.ts'
import { ConnectedChannelList } from '../../../src/services/contract/channels.ts'
import { makePlace, openPlace } from '../../harness/database.ts'
import { organizationOn, until } from '../../harness/knowledge.ts'
import { HELP, MAIL_PASSWORD, mailId, mailOf, startMailServer } from '../../harness/mail-server.ts'
import { type NameServer, startNameServer } from '../../harness/name-server.ts'
import { startProcess } from '../../harness/process.ts'
import { onPostgres } from '../../harness/runs.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { startTwo } from '../../harness/two-servers.ts'

const GRACE = 'grace@people.test'
const QUESTION = 'How long can boots be returned?'
const LEAF = 'Boots can be returned for thirty days, with their receipt.\n'

/** The embedded database belongs to one process. */

describe('[42.2] a mailbox', () => {
  let names: NameServer
  let mail: Awaited<ReturnType<typeof startMailServer>>

  beforeAll(async () => {
    names = await startNameServer()
    mail = await startMailServer()
  })
  afterAll(async () => {
    await mail.close()
    await names.close()
  })

  const webOf = () => ({
    allowedNetworks: ['127.0.0.1/32'],
    ports: mail.ports,
    nameServers: [names.address],
  })
  const options = () => ({ web: webOf(), mailboxEvery: 100 })

  /** A team with an assistant, whose mailbox is connected. */
  const connected = async (server: TestServer, settings: object = {}) => {
    const { ann: client, organizationId: organization } = await organizationOn(server)
    const base = await client.filled(organization, [{ name: 'returns.md', content: LEAF }])
    const integration_id = await client.published(organization, [base], 'Keeper')
    const path = `/api/v1/organizations/${organization}/channels`
    const connect = (other: object = settings) =>
      client.call('POST', path, {
        kind: 'mail',
        integration_id,
        settings: { ...mail.settings, ...other },
      })
    const shown = async () => ConnectedChannelList.parse((await client.call('GET', path)).body)[0]!
    return { client, organization, path, integration_id, connect, shown, first: await connect() }
  }
  const heard = async (before: number, count = 1) =>
    (
      await until(
        async () => mail.sent,
        (sent) => sent.length >= before + count,
      )
    ).slice(before)
  const ask = async (written: Parameters<typeof mailOf>[0] = {}) => {
    const before = mail.sent.length
    mail.deliver(mailOf({ text: QUESTION, ...written }))
    return (await heard(before))[0]!
  }

  describe('that is connected', () => {
    let server: TestServer
    let team: Awaited<ReturnType<typeof connected>>
    beforeAll(async () => {
      mail.deliver(mailOf({ text: 'Older than the connection.' }))
      server = await startTestServer(options())
      team = await connected(server)
    })
    afterAll(() => server.close())

    it('is answered by a reply, which is marked and leaves all mails where they are', async () => {
      const id = mailId()
      const answer = await ask({ subject: 'Boots', id })
      expect(answer).toMatchObject({
        subject: 'Re: Boots',
        inReplyTo: id,
        references: id,
        from: { address: HELP },
        recipient: GRACE,
        text: expect.stringMatching(/thirty days[\s\S]*\[1\] Returns[\s\S]*> How long/),
        html: expect.stringContaining('<ol><li>Returns</li></ol>'),
      })
      expect(answer.headers).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }),
          expect.objectContaining({ key: 'x-auto-response-suppress', value: 'All' }),
        ]),
      )
      await until(
        async () => mail.mails.map(({ flags }) => [...flags]),
        (flags) => JSON.stringify(flags) === JSON.stringify([[], ['\\Answered']]),
      )
      expect(mail.asked.join('\n')).not.toMatch(/\\Deleted|\\Seen|MOVE|COPY|EXPUNGE|BODY\[/)
      await expect.poll(team.shown).toMatchObject({ last_read_at: expect.any(String), used_today: 1 })
    })

    it('is not answered again after an old backup was restored, nor where a person was faster', async () => {
      const { pool } = server.database
      await ask({ text: 'Are gloves returned as well?' })
      const answered = mail.mails.at(-1)!
      await expect.poll(() => [...answered.flags]).toEqual(['\\Answered'])
      mail.deliver(mailOf({ text: 'Answered by a person.' }), ['\\Answered'])
      const before = mail.sent.length
      await pool.query('delete from channel_messages')
      await pool.query('update channels set mark = $1', [`7:${answered.uid}`])
      await ask({ text: 'Are scarves returned as well?' })
      const { rows } = await pool.query('select from channel_messages')
      expect([rows.length, mail.sent.length]).toEqual([1, before + 1])
    })

    onPostgres('answers nothing that is read after it was paused, in the middle of a reading', async () => {
      const before = mail.sent.length
      const { pool } = server.database
      const other = await pool.connect()
      await other.query('begin; lock table visitors in exclusive mode')
      for (const text of ['Before?', 'After?']) mail.deliver(mailOf({ text, from: 'heidi@people.test' }))
      const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await pool.query(isWaiting)).rows).toHaveLength(1)
      const change = async (body: object) =>
        team.client.call('PATCH', `${team.path}/${(await team.shown()).id}`, body)
      expect((await change({ enabled: false })).status).toBe(200)
      await other.query('rollback')
      other.release()
      await heard(before)
      await change({ enabled: true })
      await ask({ text: 'Resumed?' })
      expect(mail.sent).toHaveLength(before + 2)
    })

    it('answers no program: neither another assistant, nor one that does not say what it is', async () => {
      const before = mail.sent.length
      const answer = await ask({ text: 'Are hats returned as well?' })
      // The answer of another assistant, which wrote to this one from its own address.
      const raw = answer.raw
        .replace(/^From: .*$/m, 'From: bot@people.test')
        .replace(/^To: .*$/m, `To: ${HELP}`)
      mail.deliver(Buffer.from(`Authentication-Results: mx.acme.test; dmarc=pass\r\n${raw}`))
      // A program without a word of itself, which replies to each answer.
      const thread = mailId()
      let last = await ask({ from: 'robot@people.test', id: thread, text: 'Ticket 1' })
      for (let n = 2; n <= 20; n++)
        last = await ask({
          from: 'robot@people.test',
          text: `Ticket ${n}`,
          references: [thread, last.messageId!],
        })
      const further = (text: string) => ({ from: 'robot@people.test', text, references: [thread] })
      expect((await ask(further('Ticket 21'))).text).toContain('try again later')
      for (const text of ['Ticket 22', 'Ticket 23']) mail.deliver(mailOf(further(text)))
      await ask({ text: 'Are socks returned as well?' })
      expect(mail.sent).toHaveLength(before + 23)
    })

    it('says that it can send nothing until an answer has left, though it is read meanwhile', async () => {
      const before = mail.sent.length
      mail.state.badDay = () => false
      mail.deliver(mailOf({ text: QUESTION }))
      const failed = await until(team.shown, ({ error }) => error !== null)
      const read = await until(team.shown, ({ last_read_at }) => last_read_at !== failed.last_read_at)
      expect(read.error).toEqual(failed.error)
      mail.state.badDay = null
      await heard(before)
      await until(team.shown, ({ error }) => error === null)
    })

    it('says that files are not read, and answers a mail of many megabytes by its beginning', async () => {
      const headers = { 'Content-Type': 'multipart/mixed; boundary=b' }
      const part = (type: string, body: string) => `--b\n${type}\n\n${body}\n`
      const file = 'Content-Type: image/png\nContent-Disposition: attachment; filename=a.png'
      const text = `${part('Content-Type: text/plain', QUESTION)}${part(file, 'A'.repeat(20_000_000))}--b--`
      expect((await ask({ headers, text })).text).toMatch(/thirty days[\s\S]*I can’t read attachments/)
    })

    it('says which of its settings is wrong, beside the field', async () => {
      await team.client.call('DELETE', `${team.path}/${(await team.shown()).id}`)
      const refusal = async (settings: object) => (await team.connect(settings)).body.fields
      expect(await refusal({ folder: 'Support' })).toEqual({
        folder: expect.stringContaining('no such folder'),
      })
      expect(await refusal({ password: 'wrong' })).toEqual({ password: expect.stringContaining('refused') })
      expect(await refusal({ smtp_password: 'wrong' })).toEqual({
        smtp_password: expect.stringContaining('refused'),
      })
      expect(await refusal({ checked_by: 'gmail' })).toEqual({
        checked_by: expect.stringContaining('checked by mx.acme.test'),
      })
      expect(await refusal({ url: 'imap://mail.test:1' })).toEqual({ url: expect.stringContaining('port') })
      expect(await refusal({ url: 'imap.nowhere.example' })).toEqual({
        url: expect.stringContaining('No server was found'),
      })
      // A server that speaks something else.
      expect(await refusal({ url: `imap://mail.test:${mail.ports[1]}` })).toEqual({ url: expect.any(String) })
      expect(await refusal({ smtp: `smtp://mail.test:${mail.ports[0]}` })).toEqual({
        smtp: expect.any(String),
      })
      expect(await refusal({ url: 'https://mail.test' })).toEqual({
        url: expect.stringContaining('mail server'),
      })
      expect(await refusal({ smtp: 'smtp.nowhere.example' })).toEqual({
        smtp: expect.stringContaining('No server was found'),
      })
      expect(await refusal({ smtp: 'imap://mail.test' })).toEqual({
        smtp: expect.stringContaining('mail server'),
      })
      const back = await team.connect({})
      expect(back).toMatchObject({ status: 201, body: { settings: { url: mail.settings.url, folder: '' } } })
      // The stored password goes to no other server that sends, either.
      const { password: _, ...open } = mail.settings
      const settings = { ...open, smtp: 'smtp://other.test' }
      expect(
        (await team.client.call('PATCH', `${team.path}/${back.body.id}`, { settings })).body.fields,
      ).toEqual({
        password: expect.any(String),
      })
    })

    it('is not written to where somebody is gone, and stays connected', async () => {
      for (const from of ['gone@people.test', 'picky@people.test'])
        mail.deliver(mailOf({ from, text: QUESTION }))
      await ask()
      const unanswered = await until(
        async () => (await server.context.db.execute(`select status from channel_messages`)).rows,
        (rows) => rows.every(({ status }) => status !== 'waiting'),
      )
      expect(unanswered.filter(({ status }) => status === 'failed')).toHaveLength(2)
      expect((await team.shown()).error).toBeNull()
    })

    const failures = async () =>
      (await team.client.call('GET', '/api/v1/notifications')).body.filter(
        ({ type }: { type: string }) => type === 'channel_failure',
      ).length

    it('waits hours for one recipient whose mailbox is full, and stays connected', async () => {
      const before = [mail.sent.length, await failures()] as const
      const { pool } = server.database
      mail.state.isFull = true
      const id = mailId()
      mail.deliver(mailOf({ from: 'full@people.test', text: QUESTION, id }))
      const releasedOf = (one: string) => async () => {
        const { rows } = await pool.query(
          `select status, attempts, next_try_at > now() + interval '9 hours' as "isLate"
           from channel_messages where place->>'id' = $1 and not is_claimed and attempts > 0`,
          [one],
        )
        return rows
      }
      const released = releasedOf(id)
      expect(await until(released, ({ length }) => length > 0)).toMatchObject([{ status: 'waiting' }])
      // What waits only for its delivery does not hold up what follows in its thread.
      const next = { from: 'full@people.test', text: QUESTION, id: mailId(), references: [id] }
      await pool.query(
        `update channel_messages set next_try_at = now() + interval '9 hours' where place->>'id' = $1`,
        [id],
      )
      mail.deliver(mailOf(next))
      expect(await until(releasedOf(next.id), ({ length }) => length > 0)).toMatchObject([
        { status: 'waiting' },
      ])
      expect((await team.shown()).error).toBeNull()
      const tryAgain = async (attempts: number) => {
        const due = `update channel_messages set attempts = $1, next_try_at = now()
          where place->>'id' = $2 and not is_claimed`
        await expect.poll(async () => (await pool.query(due, [attempts, id])).rowCount).toBe(1)
      }
      await tryAgain(5)
      const late = await until(released, (rows) => rows.some(({ attempts }) => attempts > 5))
      expect(late).toEqual([{ status: 'waiting', attempts: 6, isLate: true }])
      expect([mail.sent.length, await failures()]).toEqual(before)
      mail.state.isFull = false
      await tryAgain(6)
      expect((await heard(before[0])).find(({ references }) => references === id)).toMatchObject({
        recipient: 'full@people.test',
      })
    })

    it('stays connected where the mailbox is full that a person replies to', async () => {
      const before = mail.sent.length
      const { client, organization, integration_id } = team
      await client.call('PATCH', `/api/v1/integrations/${integration_id}/handover`, { offered: ['asked'] })
      mail.state.isFull = false
      const first = await ask({ from: 'full@people.test', text: QUESTION })
      const references = [first.references!, first.messageId!]
      mail.deliver(mailOf({ from: 'full@people.test', text: 'person', references }))
      await heard(before, 2)
      const { items } = (await client.call('GET', `/api/v1/organizations/${organization}/inbox`)).body
      mail.state.isFull = true
      const { foundFull } = mail.state
      const entries = `/api/v1/conversations/${items[0].conversation_id}/handover/entries`
      await client.call('POST', entries, { kind: 'reply', content: 'I am here.' })
      await expect.poll(() => mail.state.foundFull).toBeGreaterThan(foundFull)
      await server.context.background.settle()
      expect((await team.shown()).error).toBeNull()
    })
  })

  onPostgres('is read by one process at a time, and answered once', async () => {
    const { one, two, close } = await startTwo(options())
    await connected(one)
    const before = mail.sent.length
    for (let n = 0; n < 6; n++) mail.deliver(mailOf({ from: `p${n}@people.test`, text: QUESTION }))
    await heard(before, 6)
    await ask({ text: 'And hats?' })
    expect(mail.sent).toHaveLength(before + 7)
    expect(new Set(mail.sent.slice(before).map(({ recipient }) => recipient)).size).toBe(7)
    expect(two.logs.join('')).not.toContain('was not read')
    await close()
  })

  it('is answered once where its process is killed between reading and answering', async () => {
    const place = await makePlace()
    const seeded = await startTestServer({ ...options(), place, jwtSecret: 'x'.repeat(32) })
    await connected(seeded)
    await seeded.close()
    const env = {
      JWT_SECRET: 'x'.repeat(32),
      MAILBOX_SECONDS: '0.1',
      WEB_NETWORKS: '127.0.0.1/32',
      WEB_PORTS: mail.ports.join(),
      WEB_NAME_SERVERS: names.address,
    }
    const before = mail.sent.length
    let waiting = 0
    mail.state.badDay = () => {
      waiting++
      return true
    }
    const killed = startProcess(place, env)
    await killed.ready
    mail.deliver(mailOf({ text: QUESTION }))
    await expect.poll(() => waiting).toBe(1)
    killed.kill('SIGKILL')
    await killed.exited
    mail.state.badDay = null
    // What a process holds is given up after two minutes: they pass.
    const { db, close } = await openPlace(place)
    await db.execute('update channel_messages set next_try_at = now()')
    await db.execute('update channels set next_read_at = now()')
    await close()
    const next = startProcess(place, env)
    await next.ready
    await heard(before)
    await ask({ text: 'And hats?' })
    expect(mail.sent).toHaveLength(before + 2)
    next.kill('SIGTERM')
    await next.exited
    await place.remove()
  })

  it('takes a password by an encrypted connection alone, but in networks of the operator', async () => {
    const guarded = createGuardedHttp({ ...webOf(), bytesMax: 1_000 })
    const { reach } = guarded.servers
    expect(await reach('imap', mail.settings.url)).toMatchObject({ address: '127.0.0.1', mayBePlain: true })
    expect(await reach('imap', '9.9.9.9')).toMatchObject({ port: 993, isSecure: true, mayBePlain: false })
    expect(await reach('smtp', '9.9.9.9:587')).toMatchObject({
      port: 587,
      isSecure: false,
      mayBePlain: false,
    })
    await expect(reach('imap', '10.0.0.1')).rejects.toMatchObject({ reason: { code: 'private_address' } })
    await expect(reach('imap', '2130706433')).rejects.toMatchObject({ reason: { code: 'private_address' } })
    // As a server of the internet, which offers no encryption.
    const sockets = {
      signal: AbortSignal.timeout(30_000),
      reach: async (...server: Parameters<typeof reach>) => ({
        ...(await reach(...server)),
        mayBePlain: false,
      }),
    }
    const before = mail.asked.length
    const account = { user: HELP, password: MAIL_PASSWORD }
    const mailbox = createMailbox({ ...account, url: mail.settings.url, folder: '' }, sockets)
    await expect(mailbox.tried('')).rejects.toMatchObject({ reason: { code: 'not_encrypted' } })
    expect(mail.asked.slice(before)).not.toContain('LOGIN')
    const sender = createSender(
      { ...account, server: mail.settings.smtp, field: 'password', address: HELP },
      sockets,
    )
    await expect(sender.tried()).rejects.toMatchObject({ reason: { code: 'not_encrypted' } })
    await guarded.close()
  })
})
