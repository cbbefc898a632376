import type { TokenPair } from '../../src/services/contract/accounts.ts'
import { createClient } from './knowledge.ts'
import { PASSWORD } from './server.ts'

/** Logs in to a running process, registering first if needed. */
export const signIn = async (url: string, email = 'ann@example.test') => {
  const json = { 'content-type': 'application/json' }
  await fetch(`${url}/api/v1/register`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const answer = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password: PASSWORD }),
  })
  const { access_token } = (await answer.json()) as TokenPair
  return createClient(url, { headers: { authorization: `Bearer ${access_token}` } })
}
