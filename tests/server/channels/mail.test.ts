import { HELP, mailId, mailOf, startMailServer } from '../../harness/mail-server.ts'
import { describeChannel, describeFolder, type TestChannel } from './kit.ts'

const [GRACE, ROSA] = ['grace@people.test', 'rosa@people.test']

/** The answer in a mail as HTML, as every channel escapes it. */
const shownIn = (html = '') =>
  html.replaceAll('&#38;', '&amp;').replaceAll('&#60;', '&lt;').replaceAll('&#62;', '&gt;')

const textAndFile = (text: string) => ({
  headers: { 'Content-Type': 'multipart/mixed; boundary=b' },
  text: `--b\nContent-Type: text/plain; charset=utf-8\n\n${text}\n--b\nContent-Type: image/jpeg\nContent-Disposition: inline; filename=boots.jpg\n\n/9j/\n--b--`,
})

const start = async (): Promise<TestChannel> => {
  const server = await startMailServer()
  const { state, sent, deliver } = server
  const lastIn = (thread: string) =>
    sent.findLast(({ references }) => references?.startsWith(thread))?.messageId ?? thread
  return {
    kind: 'mail',
    ports: server.ports,
    settings: server.settings,
    secrets: ['password'],
    refusal: 'password_refused',
    claim: { ...server.settings, url: server.settings.url.replace('//', '//claims.'), user: 'claims' },
    people: [
      { id: GRACE, email: GRACE },
      { id: ROSA, email: ROSA },
    ],
    async say(_, { text, sender: from = GRACE, thread, hasFile }) {
      const id = mailId()
      const references = thread ? [thread, lastIn(thread)] : []
      const raw = mailOf({ from, id, references, ...(hasFile ? textAndFile(text) : { text }) })
      deliver(raw)
      const again = async () => {
        deliver(raw)
        return 200
      }
      return { status: 200, thread: thread ?? id, again }
    },
    async goOn(_, { text, sender: from = GRACE, thread, hasFile }) {
      const written = hasFile ? textAndFile(text) : { text }
      deliver(mailOf({ from, to: ROSA, cc: HELP, references: [thread, lastIn(thread)], ...written }))
    },
    forged: Object.fromEntries(
      Object.entries({
        'nothing that was checked': null,
        'a sender who is another': 'mx.acme.test; dmarc=fail header.from=people.test',
        'no rule of its domain': 'mx.acme.test; dmarc=none header.from=people.test',
        'checked by another server': 'mx.evil.test; dmarc=pass header.from=people.test',
        'a result in a comment': 'mx.acme.test (; dmarc=pass); dmarc=fail header.from=people.test',
        'a result in quotation marks': 'mx.acme.test; spf=pass smtp.mailfrom="a; dmarc=pass"@evil.test',
        'signed by another domain':
          'mx.acme.test; dkim=pass header.d=evil.test; spf=pass smtp.mailfrom=x@evil.test',
        'an older result': 'mx.acme.test; dmarc=fail\r\nAuthentication-Results: mx.acme.test; dmarc=pass',
      }).map(([what, checks]) => [
        what,
        async () => {
          deliver(mailOf({ text: 'Hello?', checks }))
          return null
        },
      ]),
    ),
    async noise() {
      const noise: Parameters<typeof mailOf>[0][] = [
        { from: HELP },
        { from: 'no-reply@shop.test' },
        { from: 'mailer-daemon@people.test' },
        { to: ROSA, cc: HELP },
        ...[
          { 'Auto-Submitted': 'auto-replied' },
          { Precedence: 'bulk' },
          { 'List-Id': '<boots.people.test>' },
          { 'List-Unsubscribe': '<https://people.test/u>' },
          { 'X-Auto-Response-Suppress': 'All' },
          { 'Return-Path': '<>' },
          { 'Content-Type': 'multipart/report; boundary=x' },
          { From: 'Grace <grace@people.test>, Eve <eve@evil.test>' },
        ].map((headers) => ({ headers })),
      ]
      for (const one of noise) deliver(mailOf({ text: 'Hello?', ...one }))
      deliver(mailOf({ text: '' }))
      deliver(Buffer.from('\r\n'))
    },
    sent: () =>
      sent.map(({ messageId = '', references = '', html }) => ({
        key: messageId,
        thread: references.split(/\s+/)[0] ?? '',
        text: shownIn(html),
      })),
    beBusy: (times) => {
      // It does not say for how long: the second try comes after five seconds, the third after a minute.
      state.busy = Math.min(times, 1)
    },
    refuseToken: (isRefused) => {
      state.isRefused = isRefused
    },
    badDay: (waits) => {
      state.badDay = waits
    },
    close: server.close,
  }
}

describeFolder('mail')
describeChannel('[42.2] A mailbox', start)
