import { describe, expect, it } from 'vitest'
import { type Letter, ownWords, readLetter } from '../../../server/visitors/channels/mail/letter.ts'
import { letterIn, replyTo } from '../../../server/visitors/channels/mail/mail.ts'
import { isVerified } from '../../../server/visitors/channels/mail/verified.ts'
import { hashed, idOf, writtenIn } from '../../../server/visitors/channels/mail/written.ts'
import { HELP, mailOf } from '../../harness/mail-server.ts'

const GRACE = 'grace@people.test'
const CPU_MAX = 15_000_000 // µs, of all threads
const own = { address: HELP, checkedBy: 'mx.acme.test' }

describe('[42.2] a mail', () => {
  it('is read with its words, its people and the mails before it', async () => {
    const raw = mailOf({
      subject: '=?utf-8?B?UsO8Y2tnYWJl?= & more',
      text: 'How long?\n\nOn Monday, Help <help@acme.test> wrote:\n> Thirty days.',
      id: '<2@people.test>',
      references: ['<0@people.test>', '<1@acme.test>'],
      cc: 'Rosa <ROSA@people.test>, team: ann@acme.test;',
    })
    expect(await readLetter(raw)).toEqual({
      sender: GRACE,
      name: 'Person',
      to: [HELP],
      cc: ['rosa@people.test', 'ann@acme.test'],
      subject: 'Rückgabe & more',
      id: '<2@people.test>',
      references: ['<0@people.test>', '<1@acme.test>'],
      text: 'How long?',
      hasAttachments: false,
      isAutomatic: false,
      checks: 'mx.acme.test; dmarc=pass header.from=people.test',
    } satisfies Letter)
  })

  const typed = (type: string, more: Record<string, string> = {}) => ({ 'Content-Type': type, ...more })
  const inParts = (type: string, disposition = '') =>
    [
      typed('multipart/mixed; boundary=b'),
      Buffer.from(
        `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGröße?\r\n--b\r\nContent-Type: ${type}\r\n${disposition && `Content-Disposition: ${disposition}\r\n`}\r\nJVBERi0=\r\n--b--`,
      ),
    ] as const
  it.each([
    ['as Latin-1', typed('text/plain; charset=iso-8859-1'), Buffer.from('Größe?', 'latin1')],
    [
      'as Shift JIS in Base64',
      typed('text/plain; charset=shift_jis', { 'Content-Transfer-Encoding': 'base64' }),
      Buffer.from('g1SDQ4NZ'),
    ],
    [
      'as quoted-printable',
      typed('text/plain; charset=utf-8', { 'Content-Transfer-Encoding': 'quoted-printable' }),
      Buffer.from('Gr=C3=B6=\r\n=C3=9Fe?=00'),
    ],
    ['in a charset that nobody knows', typed('text/plain; charset=klingon'), Buffer.from('size?')],
    [
      'as HTML alone, without what it quotes',
      typed('text/html; charset=utf-8'),
      Buffer.from(
        '<style>p{}</style><p>Größe?</p><p>On Monday, Help wrote:</p><blockquote>Thirty days</blockquote>',
      ),
    ],
    ['in parts, with a file', ...inParts('application/pdf', 'attachment; filename=a.pdf')],
    ['in parts of Apple Mail, with a file', ...inParts('application/pdf', 'inline; filename=a.pdf')],
    ['in parts, with an email as a file', ...inParts('message/rfc822')],
    ['signed by S/MIME', ...inParts('application/pkcs7-signature', 'attachment; filename=smime.p7s')],
    ['signed by OpenPGP', ...inParts('application/pgp-signature', 'attachment; filename=signature.asc')],
    ['with a key', ...inParts('application/pgp-keys', 'attachment; filename=key.asc')],
    ['with an invitation for calendars', ...inParts('text/calendar; method=REQUEST')],
  ])('is read %s', async (what, headers, body) => {
    const { text, hasAttachments } = await readLetter(Buffer.concat([mailOf({ headers, text: '' }), body]))
    expect(text).toMatch(/^(?:Größe\?|サイズ|size\?)$/)
    expect(hasAttachments).toBe(what.endsWith('file'))
  })

  const nested = (depth: number) => {
    let raw = ''
    for (let at = 0; at < depth; at++)
      raw += `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`
    return Buffer.from(`From: a@b.test\r\n${raw}Content-Type: text/plain\r\n\r\nHello`)
  }
  const inLetters = (depth: number) =>
    Buffer.from(`From: a@b.test\r\n${'Content-Type: message/rfc822\r\n\r\n'.repeat(depth)}Hello`)

  it.each([
    ['parts in parts', nested(2_000)],
    ['letters in letters', inLetters(5_000)],
    [
      'elements in elements',
      Buffer.from(`From: a@b.test\r\nContent-Type: text/html\r\n\r\n${'<div>'.repeat(50_000)}`),
    ],
    ['a header without an end', Buffer.from(`From: ${'a'.repeat(250_000)}`)],
    ['thousands of headers', Buffer.from(`${'From: a@b.test\r\n'.repeat(15_000)}\r\nHello`)],
    ['thousands of people', Buffer.from(`To: ${'a@b.test,'.repeat(25_000)}\r\n\r\nHello`)],
    ['comments in comments', Buffer.from(`From: ${'('.repeat(100_000)}\r\n\r\nHello`)],
    [
      'words that are encoded, again and again',
      Buffer.from(`Subject: ${'=?utf-8?Q?=3D?='.repeat(15_000)}\r\n\r\nHello`),
    ],
    ['lines that introduce nothing', Buffer.from(`\r\n\r\n${'From: a\r\n'.repeat(20_000)}`)],
    ['nothing', Buffer.from('')],
    ['noise', Buffer.from(Array.from({ length: 250_000 }, (_, at) => (at * 7_919) % 256))],
  ])('costs little with %s', async (_, raw) => {
    const before = process.cpuUsage()
    const letter = await letterIn(raw)
    expect(process.cpuUsage(before).user).toBeLessThan(CPU_MAX)
    expect(letter === null || writtenIn(letter, '7:1', own) === null).toBe(true)
    // Whoever writes next is read.
    expect((await letterIn(mailOf({ text: 'Hello?' })))?.text).toBe('Hello?')
  })

  it.each([
    ['Hello?\n\n-- \nGrace\nBoots Ltd', 'Hello?'],
    ['Hello?\n\nSent from my iPhone', 'Hello?'],
    ['Hello?\n\nVon meinem iPhone gesendet', 'Hello?'],
    ['Am 3. Mai schrieb Help <help@acme.test>:\n> Thirty.\n\nAnd hats?', 'And hats?'],
    ['> Thirty days.\nAnd hats?\n> With a receipt.\nWhich one?', 'And hats?\nWhich one?'],
    [
      'And hats?\n\nOn Mon, 3 May 2027 at 10:00, Help at Acme\n<help@acme.test> wrote:\n\n> Thirty.',
      'And hats?',
    ],
    [
      'Hi,\n\nCan I return the shoes after 30 days?\nOn Mon, 2 Nov 2026 at 10:00, Help wrote:\n> Thirty.',
      'Hi,\n\nCan I return the shoes after 30 days?',
    ],
    [
      'And hats?\nOn Mon, 3 May 2027 at 10:00, the Help Desk of Acme\n<help@acme.test>\nwrote:\n> Thirty.',
      'And hats?',
    ],
    ['And hats\nHelp <help@acme.test> wrote:\n> Thirty.', 'And hats'],
    [
      'Please see:\n1. shoes\n2. hats\n\nWhat are the prices for:\n> shoes\n> hats',
      'Please see:\n1. shoes\n2. hats\n\nWhat are the prices for:',
    ],
    ['And hats?\n\n________________________________\nFrom: Help\nThirty.', 'And hats?'],
    ['And hats?\n\nVon: Help\nGesendet: Montag\nAn: Grace\nThirty.', 'And hats?'],
    ['And hats?\n-----Original Message-----\nThirty.', 'And hats?'],
    ['Two questions:\n- hats\n- boots', 'Two questions:\n- hats\n- boots'],
    ['From: a shop in Rome\nwe want boots', 'From: a shop in Rome\nwe want boots'],
    ['> only what was quoted', '> only what was quoted'],
  ])('%j says %j', (whole, words) => expect(ownWords(whole, false)).toBe(words))

  it('has a mark where it is too long to be read', () => {
    const text = 'boots '.repeat(4_000)
    expect(ownWords(text, false)).toBe(`${text.slice(0, 20_000)}…`)
  })

  it('is asked with its subject, where it begins', async () => {
    const asked = async (written: Parameters<typeof mailOf>[0]) =>
      writtenIn(await readLetter(mailOf(written)), '7:1', own)?.text
    expect(await asked({ subject: 'Boots', text: 'How long?' })).toBe('Boots\n\nHow long?')
    expect(await asked({ subject: 'How long?', text: '' })).toBe('How long?')
    expect(await asked({ subject: 'Re: Boots', text: '', references: ['<1@x.test>'] })).toBeUndefined()
    expect(await asked({ subject: 'Re: Boots', text: 'How long?', references: ['<1@x.test>'] })).toBe(
      'How long?',
    )
  })

  it('belongs to the thread that it answers, also where it names the answer alone', async () => {
    const thread = async (references: string[], id = '<9@people.test>') =>
      writtenIn(await readLetter(mailOf({ text: 'Hello?', references, id })), '7:1', own)?.thread
    const first = await thread([], '<1@people.test>')
    expect(first).toBe(hashed('<1@people.test>'))
    const answer = idOf('an answer', first!, HELP)
    expect(await thread(['<1@people.test>', answer])).toBe(first)
    expect(await thread([answer])).toBe(first)
    expect(await thread([answer.replace('acme.test', 'evil.test')])).not.toBe(first)
  })
})

describe('[42.2] a sender', () => {
  it.each([
    ['mx.acme.test; dmarc=pass', true],
    ['MX.acme.test 1; spf=fail; dmarc=pass (p=reject) header.from=people.test', true],
    ['mx.acme.test; dkim=pass header.d=people.test', true],
    ['mx.acme.test; dkim=pass header.i=@people.test; dkim=fail header.d=evil.test', true],
    ['mx.acme.test; dkim=pass header.d=test', false],
    ['mx.acme.test; dkim=pass header.d=ple.test', false],
    ['mx.acme.test; spf=pass smtp.mailfrom=bounce@people.test', true],
    ['mx.acme.test; spf=pass smtp.mailfrom=people.test', true],
    ['mx.acme.test; dkim=pass header.d=people.test; dmarc=fail', false],
    ['mx.acme.test; dmarc=pass; dmarc=fail', false],
    ['mx.acme.test; dmarc=bestguesspass', false],
    ['mx.acme.test; dkim=pass header.d=people.test; dmarc=bestguesspass action=none', true],
    ['mx.acme.test; spf=pass smtp.mailfrom=people.test; dmarc=temperror', true],
    ['mx.acme.test; spf=pass smtp.mailfrom=people.test; dmarc=permerror', true],
    ['mx.acme.test; dkim=pass header.d=evil.test; dmarc=bestguesspass', false],
    ['mx.acme.test; dkim=pass header.d=people.test; dmarc=temperror; dmarc=fail', false],
    ['mx.acme.test; none', false],
    ['mx.acme.test.evil.test; dmarc=pass', false],
    ['dmarc=pass', false],
    ['', false],
  ])('is known by %j: %j', (header, isKnown) =>
    expect(isVerified(header, GRACE, 'mx.acme.test')).toBe(isKnown),
  )

  it('is known by a server that does not name itself, where that is trusted', () => {
    const header = 'spf=pass (sender IP is 1.2.3.4) smtp.mailfrom=people.test; dmarc=pass action=none'
    expect(isVerified(header, GRACE, 'none')).toBe(true)
  })
})

describe('[42.2] an answer by mail', () => {
  const place = {
    to: GRACE,
    subject: 'Boots',
    id: '<2@people.test>',
    references: '<1@people.test>',
    thread: 'f'.repeat(32),
    quote: 'How long?\n<b>',
  }
  const reply = {
    text: '## Returns\n\n**Thirty days** [1], see [the page](https://a.test/?a=1&b=2) <script>.\n\n- one\n- two\n\n```\n**x**\n```',
    sources: [
      { title: 'A & B', url: 'https://a.test/"' },
      { title: 'c.md', url: null },
    ],
    author: null,
  }

  it('is a reply with its sources, in text and in HTML, that no program answers', () => {
    expect(replyTo(place, reply, 'one', HELP)).toEqual({
      messageId: idOf('one', 'f'.repeat(32), HELP),
      from: { name: '', address: HELP },
      to: GRACE,
      subject: 'Re: Boots',
      inReplyTo: '<2@people.test>',
      references: ['<1@people.test>', '<2@people.test>'],
      headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
      text: `${reply.text}\n\n[1] A & B\n    https://a.test/"\n[2] c.md\n\n> How long?\n> <b>`,
      html: [
        '<!doctype html>',
        '<html lang="en"><head><meta charset="utf-8"></head><body dir="auto">',
        '<p><strong>Returns</strong></p>',
        '<p><strong>Thirty days</strong> <a href="https://a.test/&#34;">[1]</a>, see <a href="https://a.test/?a=1&#38;b=2">the page</a> &#60;script&#62;.</p>',
        '<ul><li>one</li><li>two</li></ul>',
        '<pre>**x**</pre>',
        '<ol><li><a href="https://a.test/&#34;">A &#38; B</a></li><li>c.md</li></ol>',
        '<blockquote>How long?<br>&#60;b&#62;</blockquote>',
        '</body></html>',
        '',
      ].join('\n'),
    })
  })

  it('keeps the subject of a reply', () => {
    expect(replyTo({ ...place, subject: 'AW: Boots' }, reply, 'one', HELP).subject).toBe('AW: Boots')
  })

  it('is of a person, where one replies', () => {
    const { from, headers } = replyTo(place, { ...reply, author: 'Ann' }, 'one', HELP)
    expect(from).toEqual({ name: 'Ann', address: HELP })
    expect(headers).toBeUndefined()
  })
})
