import * as z from 'zod/mini'
import {
  EmailConfirmation,
  ForgotPassword,
  LinkToken,
  LogIn,
  LogOut,
  PasswordReset,
  Refresh,
  Registration,
  ResetLink,
  TokenPair,
} from '../accounts.ts'
import { Acknowledged } from '../common.ts'
import { operation } from './operation.ts'
import { SESSIONS } from './phrases.ts'

const COMPANY = { 403: 'The domain of the address logs in through its company’s provider.' }
const LINK_ENDED = { 410: 'The link was used, or has expired.' }

const NOBODY = 'Nobody is signed in, and no organization is concerned.'

/** Calls without an access token (S7.login, S7.register, S7.refresh, S7.forgot, S7.verify, S7.reset). */
export const logIn = {
  register: operation('POST /api/v1/register', Acknowledged, {
    summary: 'Create an account',
    description: 'A confirmation link is sent to the address.',
    who: 'anyone',
    unaudited: NOBODY,
    status: 201,
    body: Registration,
    example: { body: { email: 'grace@example.com', password: 'correct horse battery', first_name: 'Grace' } },
    refuses: COMPANY,
  }),
  logIn: operation('POST /api/v1/login', TokenPair, {
    summary: 'Log in',
    description:
      'Returns tokens for the header `Authorization: Bearer …`. Programs should use an API key instead. `code` is required for accounts with two-factor log-in.',
    who: 'anyone',
    body: LogIn,
    accepts: 'application/x-www-form-urlencoded',
    example: { body: { username: 'ada@example.com', password: 'correct horse battery' } },
    refuses: { 401: 'The address or password is wrong, or a code is required.', ...COMPANY },
  }),
  refresh: operation('POST /api/v1/refresh', TokenPair, {
    summary: 'Refresh the tokens of a session',
    who: 'anyone',
    unaudited: SESSIONS,
    body: Refresh,
    example: { body: { refresh_token: 'eyJhbGciOiJIUzI1NiJ9.e30.refresh' } },
    refuses: { 401: 'The refresh token has expired or was used before.' },
  }),
  logOut: operation('POST /api/v1/logout', Acknowledged, {
    summary: 'End a session',
    who: 'anyone',
    unaudited: SESSIONS,
    body: LogOut,
    example: { body: { refresh_token: 'eyJhbGciOiJIUzI1NiJ9.e30.refresh' } },
  }),
  forgotPassword: operation('POST /forgot-password', Acknowledged, {
    summary: 'Request a password reset link',
    description: 'The response is the same whether or not the account exists.',
    who: 'anyone',
    unaudited: NOBODY,
    body: ForgotPassword,
    example: { body: { email: 'ada@example.com' } },
    refuses: COMPANY,
  }),
  verifyReset: operation('GET /reset-password/verify/:token', ResetLink, {
    summary: 'Check a password reset link',
    who: 'anyone',
    params: z.object({ token: LinkToken }),
  }),
  resetPassword: operation('POST /reset-password', Acknowledged, {
    summary: 'Set a new password with a reset link',
    description: 'All sessions end, and the account’s API keys are deleted.',
    who: 'anyone',
    body: PasswordReset,
    example: { body: { token: 'the-token-of-the-mailed-link', new_password: 'another horse battery' } },
    refuses: { ...COMPANY, ...LINK_ENDED },
  }),
  confirmEmail: operation('POST /api/v1/confirm-email', Acknowledged, {
    summary: 'Confirm an email address',
    who: 'anyone',
    body: EmailConfirmation,
    example: { body: { token: 'the-token-of-the-mailed-link' } },
    refuses: { ...COMPANY, 409: 'Another account has the address by now.', ...LINK_ENDED },
  }),
}
