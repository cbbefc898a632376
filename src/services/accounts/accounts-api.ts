import * as z from 'zod/mini'
import { pictureUrl } from '../assistants/pictures.ts'
import { type LogIn, type Registration, User, type UserPatch } from '../contract/accounts.ts'
import { account } from '../contract/operations/account.ts'
import { logIn } from '../contract/operations/log-in.ts'
import type { Http } from '../http/client.ts'
import { MalformedAnswerError } from '../http/errors.ts'
import * as wire from '../wire/accounts.ts'
import { Anything } from '../wire/lenient.ts'
import { claimsOf } from './jwt.ts'

/** S7.login, S7.register, S7.refresh, S7.forgot, S7.verify, S7.reset: the calls without an access token. */
export const createAccountsApi = (anonymous: Http) => ({
  /** @throws MalformedAnswerError for a pair that cannot start a session */
  async logIn({ username, password, code }: LogIn, signal?: AbortSignal) {
    const pair = await anonymous.call(
      logIn.logIn,
      {},
      { body: new URLSearchParams({ username, password, ...(code !== undefined && { code }) }), signal },
    )
    if (claimsOf(pair.access_token)) return pair
    throw new MalformedAnswerError('the tokens cannot be read')
  },
  register: (registration: Registration, signal?: AbortSignal) =>
    anonymous.call(logIn.register, {}, { body: registration, signal }),
  refresh: (refreshToken: string, signal?: AbortSignal) =>
    anonymous.call(logIn.refresh, {}, { body: { refresh_token: refreshToken }, signal }),
  /** Ends the token's whole family on the server. */
  logOut: (refreshToken: string) =>
    anonymous.call(logIn.logOut, {}, { body: { refresh_token: refreshToken } }),
  forgotPassword: (email: string) => anonymous.call(logIn.forgotPassword, {}, { body: { email } }),
})

export type AccountsApi = ReturnType<typeof createAccountsApi>

/** S7.me, S7.me-patch, S7.photo, S7.change-password. `base` precedes a relative picture path (S3.2). */
export const createProfileApi = (http: Http, base: string) => {
  const shown = (user: User): User => ({
    ...user,
    profile_picture_url: pictureUrl(base, user.profile_picture_url),
  })
  const me = async (signal?: AbortSignal) => shown(await http.callAs(wire.User, account.me, {}, { signal }))
  return {
    me,
    /** Our server answers with the person; S7.me-patch leaves that open, so otherwise they are fetched. */
    change: async (patch: UserPatch) => {
      const answer = await http.callAs(Anything, account.change, {}, { body: patch })
      const changed = z.safeParse(User, answer)
      return changed.success ? shown(changed.data) : me()
    },
    setPhoto: (form: FormData) => http.uploadAs(Anything, account.setPhoto, {}, form),
    removePhoto: () => http.callAs(Anything, account.removePhoto, {}),
  }
}

export type ProfileApi = ReturnType<typeof createProfileApi>
