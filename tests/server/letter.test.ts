import { describe, expect, it } from 'vitest'
import {
  accountExistsMail,
  confirmEmailMail,
  emailChangedMail,
  passwordChangedMail,
  passwordResetMail,
  resetMail,
  verifyEmailMail,
} from '../../server/accounts/mails.ts'
import { htmlOf, textOf, translated } from '../../server/kernel/mail/letter.ts'
import { invitationMail } from '../../server/organizations/invitations/invitations.service.ts'
import { LANGUAGES } from '../../src/texts/language.ts'

const TO = 'ada@example.test'
const LINK = 'https://lectern.test/x/token'

const MAILS = {
  reset: resetMail(TO, LINK),
  'password changed': passwordChangedMail(TO, LINK),
  'password reset': passwordResetMail(TO, LINK, true),
  verification: verifyEmailMail(TO, LINK),
  'account exists': accountExistsMail(TO, (path) => `https://lectern.test${path}`),
  'new address': confirmEmailMail(TO, LINK),
  'address changed': emailChangedMail(TO, 'new@example.test'),
  invitation: invitationMail({ to: TO, inviter: 'Bob', organization: '<Acme>', role: 'editor', link: LINK }),
}

const LETTERS = LANGUAGES.flatMap((language) =>
  Object.entries(MAILS).map(([name, mail]) => [name, language, translated(mail, language)] as const),
)

describe.each(LETTERS)('the mail of %s in %s', (_, language, mail) => {
  const text = textOf(mail)
  const html = htmlOf(mail)
  const linksOf = (source: string, pattern: RegExp) =>
    new Set([...source.matchAll(pattern)].map(([, url]) => url))

  it('has the same links as text and as HTML, each text link at the end of its line', () => {
    expect(linksOf(html, /href="([^"]+)"/g)).toEqual(linksOf(text, /(https:\/\/\S+)$/gm))
  })

  it('is in its language, whole', () => {
    expect(html).toContain(`<html lang="${language}">`)
    const { says, subject, openAddress, why } = mail
    const written = [
      subject,
      openAddress,
      why,
      ...says.map((part) => (typeof part === 'string' ? part : part.label)),
    ]
    if (language !== 'en') expect(written.filter((text) => /\b(the|your|this|you)\b/i.test(text))).toEqual([])
  })

  it('loads nothing, runs nothing, and is laid out without a style sheet', () => {
    expect(html).not.toMatch(/<img|<script|<link|url\(|src=|background-image|@import/)
    expect(html.replace(/<style>[^<]*<\/style>/, '')).toContain('style="margin:0')
    expect(html).not.toContain('<Acme>')
  })

  it('follows light and dark: every colour of its own has a dark one', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    const colored = [...html.matchAll(/<\w+([^>]*style="[^"]*(?:color|background):#[^"]*"[^>]*)>/g)]
    expect(colored.length).toBeGreaterThan(0)
    for (const [, attributes] of colored)
      expect(attributes).toMatch(/class="[^"]*(paper|sheet|ink|quiet|accent|fill)/)
  })
})
