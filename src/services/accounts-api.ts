import * as z from 'zod/mini'
import {
  DeletionPreview,
  type EmailChange,
  type LogIn,
  type PasswordChange,
  type PasswordReset,
  type Registration,
  TokenPair,
  User,
  type UserPatch,
} from './contract/accounts.ts'
import type { Http } from './http/client.ts'
import { MalformedAnswerError } from './http/errors.ts'
import { claimsOf } from './jwt.ts'
import { pictureUrl } from './pictures.ts'
import * as wire from './wire/accounts.ts'
import { Anything } from './wire/lenient.ts'

/** S7.login, S7.register, S7.refresh, S7.forgot, S7.verify, S7.reset: the calls of somebody who has no access token. */
export const createAccountsApi = (anonymous: Http) => ({
  /** @throws MalformedAnswerError for a pair that no session can begin with */
  async logIn({ username, password, code }: LogIn, signal?: AbortSignal) {
    const pair = await anonymous.json(TokenPair, '/api/v1/login', {
      method: 'POST',
      body: new URLSearchParams({ username, password, ...(code !== undefined && { code }) }),
      signal,
    })
    if (claimsOf(pair.access_token)) return pair
    throw new MalformedAnswerError('the tokens cannot be read')
  },
  register: (registration: Registration, signal?: AbortSignal) =>
    anonymous.json(Anything, '/api/v1/register', { method: 'POST', body: registration, signal }),
  refresh: (refreshToken: string, signal?: AbortSignal) =>
    anonymous.json(TokenPair, '/api/v1/refresh', {
      method: 'POST',
      body: { refresh_token: refreshToken },
      signal,
    }),
  /** Ends the whole family of the token on the server. */
  logOut: (refreshToken: string) =>
    anonymous.json(Anything, '/api/v1/logout', {
      method: 'POST',
      body: { refresh_token: refreshToken },
    }),
  forgotPassword: (email: string) =>
    anonymous.json(Anything, '/forgot-password', { method: 'POST', body: { email } }),
  verifyReset: (token: string, signal: AbortSignal) =>
    anonymous.json(wire.ResetLink, `/reset-password/verify/${encodeURIComponent(token)}`, { signal }),
  resetPassword: (reset: PasswordReset) =>
    anonymous.json(Anything, '/reset-password', { method: 'POST', body: reset }),
  confirmEmail: (token: string) =>
    anonymous.json(Anything, '/api/v1/confirm-email', { method: 'POST', body: { token } }),
})

export type AccountsApi = ReturnType<typeof createAccountsApi>

/** S7.me, S7.me-patch, S7.photo, S7.change-password. `base` stands before a relative picture path (S3.2). */
export const createProfileApi = (http: Http, base: string) => {
  const shown = (user: User): User => ({
    ...user,
    profile_picture_url: pictureUrl(base, user.profile_picture_url),
  })
  const me = async (signal?: AbortSignal) => shown(await http.json(wire.User, '/api/v1/users/me', { signal }))
  return {
    me,
    /** Our server answers with the person; S7.me-patch leaves the answer open, so any other one is asked for. */
    change: async (patch: UserPatch) => {
      const answer = await http.json(Anything, '/api/v1/users/me', { method: 'PATCH', body: patch })
      const changed = z.safeParse(User, answer)
      return changed.success ? shown(changed.data) : me()
    },
    changePassword: (change: PasswordChange) =>
      http.json(Anything, '/api/v1/users/change-password', { method: 'POST', body: change }),
    changeEmail: (change: EmailChange) =>
      http.json(Anything, '/api/v1/users/me/email', { method: 'POST', body: change }),
    /** The link that confirms the address, once more. */
    sendVerification: () =>
      http.json(Anything, '/api/v1/users/me/verification', { method: 'POST', body: {} }),
    setPhoto: (form: FormData) => http.upload(Anything, '/api/v1/users/me/photo', form),
    removePhoto: () => http.json(Anything, '/api/v1/users/me/photo', { method: 'DELETE' }),
    deletion: (signal: AbortSignal) => http.json(DeletionPreview, '/api/v1/users/me/deletion', { signal }),
    delete: (body: { password: string }) =>
      http.json(Anything, '/api/v1/users/me/delete', { method: 'POST', body }),
  }
}

export type ProfileApi = ReturnType<typeof createProfileApi>
