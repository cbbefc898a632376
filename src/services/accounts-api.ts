import { type LogIn, type Registration, TokenPair, User } from './contract/accounts.ts'
import { Acknowledged } from './contract/common.ts'
import type { Http } from './http/client.ts'

/** S7.login, S7.register, S7.refresh: the calls of somebody who has no access token. */
export const createAccountsApi = (anonymous: Http) => ({
  logIn: ({ username, password }: LogIn, signal?: AbortSignal) =>
    anonymous.json(TokenPair, '/api/v1/login', {
      method: 'POST',
      body: new URLSearchParams({ username, password }),
      signal,
    }),
  register: (registration: Registration, signal?: AbortSignal) =>
    anonymous.json(User, '/api/v1/register', { method: 'POST', body: registration, signal }),
  refresh: (refreshToken: string, signal?: AbortSignal) =>
    anonymous.json(TokenPair, '/api/v1/refresh', {
      method: 'POST',
      body: { refresh_token: refreshToken },
      signal,
    }),
  /** Ends the whole family of the token on the server. */
  logOut: (refreshToken: string) =>
    anonymous.json(Acknowledged, '/api/v1/logout', {
      method: 'POST',
      body: { refresh_token: refreshToken },
    }),
})

export type AccountsApi = ReturnType<typeof createAccountsApi>

/** S7.me */
export const createProfileApi = (http: Http) => ({
  me: (signal?: AbortSignal) => http.json(User, '/api/v1/users/me', { signal }),
})

export type ProfileApi = ReturnType<typeof createProfileApi>
