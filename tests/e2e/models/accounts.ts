import type { Page } from '@playwright/test'
import { newPerson } from './lectern.ts'

/** Somebody else with an organization, made without a browser; `post` goes on in their name. */
export async function registered(url: string, organization: string, { email, password } = newPerson()) {
  const send = async (path: string, body: BodyInit, headers: Record<string, string>) =>
    (await fetch(`${url}/api/v1/${path}`, { method: 'POST', body, headers })).json()
  const json = { 'content-type': 'application/json' }
  await send('register', JSON.stringify({ email, password }), json)
  const tokens: { access_token: string; refresh_token: string } = await send(
    'login',
    new URLSearchParams({ username: email, password }),
    {},
  )
  const post = async (path: string, body: object): Promise<{ id: string }> =>
    send(path, JSON.stringify(body), { ...json, authorization: `Bearer ${tokens.access_token}` })
  const { id } = await post('organizations', { name: organization })
  return { tokens, organizationId: id, post }
}

/** Somebody new who is signed in, in an organization of theirs, without walking through the forms. */
export async function signedIn(page: Page, url: string, organization: string) {
  const somebody = await registered(url, organization)
  await page.goto('/config.js')
  await page.evaluate(({ access_token, refresh_token }) => {
    localStorage.setItem('refreshToken', refresh_token)
    localStorage.setItem('token', access_token)
  }, somebody.tokens)
  await page.goto('/')
  return somebody
}
