import type { Page } from '@playwright/test'
import { newPerson } from './lectern.ts'

/** Somebody else with an organization, made without a browser. */
export async function registered(url: string, organization: string) {
  const { email, password } = newPerson()
  const post = async (path: string, body: BodyInit, headers: Record<string, string>) =>
    (await fetch(`${url}/api/v1/${path}`, { method: 'POST', body, headers })).json()
  const json = { 'content-type': 'application/json' }
  await post('register', JSON.stringify({ email, password }), json)
  const tokens: { access_token: string; refresh_token: string } = await post(
    'login',
    new URLSearchParams({ username: email, password }),
    {},
  )
  const { id }: { id: string } = await post('organizations', JSON.stringify({ name: organization }), {
    ...json,
    authorization: `Bearer ${tokens.access_token}`,
  })
  return { tokens, organizationId: id }
}

/** Somebody new who is signed in, in an organization of theirs, without walking through the forms. */
export async function signedIn(page: Page, url: string, organization: string) {
  const { tokens, organizationId } = await registered(url, organization)
  await page.goto('/config.js')
  await page.evaluate(({ access_token, refresh_token }) => {
    localStorage.setItem('refreshToken', refresh_token)
    localStorage.setItem('token', access_token)
  }, tokens)
  await page.goto('/')
  return { organizationId }
}
