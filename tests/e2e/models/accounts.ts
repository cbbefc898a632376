import type { Page } from '@playwright/test'
import { type Client, createClient } from '../../harness/knowledge.ts'
import { newPerson } from './lectern.ts'
import { confirmAddress } from './outbox.ts'

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

const JSON_TYPE = { 'content-type': 'application/json' }

const post = async (url: string, path: string, body: BodyInit, headers: Record<string, string>) =>
  (await fetch(`${url}/api/v1/${path}`, { method: 'POST', body, headers })).json()

/** Somebody else who has an account with a confirmed address and no organization yet, made without a browser. */
export async function newAccount(url: string, { email, password } = newPerson()): Promise<Tokens> {
  await post(url, 'register', JSON.stringify({ email, password }), JSON_TYPE)
  await confirmAddress({ url }, email)
  return post(url, 'login', new URLSearchParams({ username: email, password }), {})
}

/** Calls the API in their name. */
export const clientOf = (url: string, { access_token }: Tokens) =>
  createClient(url, { headers: { authorization: `Bearer ${access_token}` } })

/** Somebody else who was invited into the organization of an owner, and has joined it as a viewer. */
export async function joined(url: string, owner: Client, organizationId: string, person = newPerson()) {
  const tokens = await newAccount(url, person)
  const invited = await owner.call('POST', `/api/v1/organizations/${organizationId}/invitations`, {
    emails: [person.email],
    role: 'viewer',
  })
  const token = String(invited.body.results[0].invitation.link).split('/').at(-1)
  await clientOf(url, tokens).call('POST', '/api/v1/invitations/accept', { token })
  return tokens
}

/** Somebody else with an organization, made without a browser; `post` goes on in their name. */
export async function registered(url: string, organization: string, person = newPerson()) {
  const tokens = await newAccount(url, person)
  const asThem = async (path: string, body: object): Promise<{ id: string }> =>
    post(url, path, JSON.stringify(body), { ...JSON_TYPE, authorization: `Bearer ${tokens.access_token}` })
  const { id } = await asThem('organizations', { name: organization })
  return { tokens, organizationId: id, post: asThem, person }
}

/** As the app does: other tabs react to `token`, which is the last to be written. */
export const storeTokens = (page: Page, tokens: Tokens | null) =>
  page.evaluate((pair) => {
    if (pair === null) return localStorage.clear()
    localStorage.setItem('refreshToken', pair.refresh_token)
    localStorage.setItem('tokenClockOffset', '0')
    localStorage.setItem('token', pair.access_token)
  }, tokens)

/** The page that the browser opens next is theirs. */
async function become(page: Page, tokens: Tokens) {
  // A file of the same origin, where nothing of the app runs.
  await page.goto('/config.js')
  await storeTokens(page, null)
  await storeTokens(page, tokens)
}

/** The page is theirs from now on. */
export async function takeTokens(page: Page, tokens: Tokens) {
  await become(page, tokens)
  await page.goto('/')
}

/**
 * Somebody new who is signed in, in an organization of theirs, without walking through the forms; the app is
 * not open yet.
 */
export async function enrolled(page: Page, url: string, organization: string) {
  const somebody = await registered(url, organization)
  await become(page, somebody.tokens)
  await page.evaluate((id) => localStorage.setItem('currentOrganization', id), somebody.organizationId)
  return somebody
}

/** Somebody new, and the app is open. */
export async function signedIn(page: Page, url: string, organization: string) {
  const somebody = await enrolled(page, url, organization)
  await page.goto('/')
  return somebody
}
