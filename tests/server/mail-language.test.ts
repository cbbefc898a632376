import { expect, it } from 'vitest'
import { subscribed } from '../harness/billing.ts'
import { mailsTo } from '../harness/mails.ts'
import { serve } from '../harness/serve.ts'
import { PASSWORD } from '../harness/server.ts'

const server = await serve()
const inGerman = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
const subjectsTo = async (email: string) => (await mailsTo(server, email)).map(({ subject }) => subject)

it('a mail is in the language of whoever asked for it, whatever others ask for at the same time', async () => {
  const asked = ['en', 'de', 'en', 'de'].map((language, place) => ({
    language,
    email: `p${place}@example.test`,
  }))
  await Promise.all(
    asked.map(({ language, email }) =>
      server.inject({
        method: 'POST',
        url: '/api/v1/register',
        headers: language === 'de' ? inGerman : {},
        payload: { email, password: PASSWORD },
      }),
    ),
  )
  for (const { language, email } of asked)
    expect(await subjectsTo(email)).toEqual([
      language === 'de' ? 'Bestätigen Sie Ihre E-Mail-Adresse' : 'Confirm your email address',
    ])
})

it('an invitation is in the language of whoever is invited, where their profile says it', async () => {
  const owner = await server.register()
  const { id } = await server.found(owner, 'Nordwind')
  const german = await server.register()
  await server.inject({
    method: 'PATCH',
    url: '/api/v1/users/me',
    headers: german.headers,
    payload: { locale: 'de' },
  })
  const emails = [german.user.email, 'stranger@example.test']
  await server.inject({
    method: 'POST',
    url: `/api/v1/organizations/${id}/invitations`,
    headers: owner.headers,
    payload: { emails, role: 'editor' },
  })
  const [mail] = await mailsTo(server, german.user.email)
  expect(mail?.subject).toMatch(/ lädt Sie zu Nordwind ein$/)
  expect(mail?.body).toContain('mit der Rolle Bearbeiter.')
  const [other] = await mailsTo(server, 'stranger@example.test')
  expect(other?.subject).toMatch(/ invites you to Nordwind$/)
})

it('a mail about a renewal that nobody asked for is in the language of its owner’s profile', async () => {
  const ann = await subscribed(server, 'pro', 'declines')
  await ann.call('PATCH', '/api/v1/users/me', { locale: 'de-DE' })
  await ann.pass(32)
  expect(await subjectsTo(ann.person.user.email)).toContainEqual(
    expect.stringMatching(/: Pro konnte nicht verlängert werden$/),
  )
})
