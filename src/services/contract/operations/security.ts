import { PasswordChange } from '../accounts.ts'
import { Acknowledged } from '../common.ts'
import {
  BackupCodes,
  DeviceSessionList,
  SignInList,
  TwoFactor,
  TwoFactorConfirmation,
  TwoFactorProof,
  TwoFactorSetup,
  TwoFactorSetupRequest,
} from '../security.ts'
import { operation } from './operation.ts'
import { SESSIONS } from './phrases.ts'

const WRONG_PASSWORD = { 422: 'The password is wrong.' }
const ALREADY_ON = 'Two-factor log-in is already on.'

/** The security of an account (S7.change-password). */
export const security = {
  changePassword: operation('POST /api/v1/users/change-password', Acknowledged, {
    summary: 'Change your password',
    description: 'Your other sessions end.',
    who: 'self',
    body: PasswordChange,
    example: { body: { current_password: 'correct horse battery', new_password: 'another horse battery' } },
    refuses: WRONG_PASSWORD,
  }),
  sessions: operation('GET /api/v1/users/me/sessions', DeviceSessionList, {
    summary: 'List your sessions',
    who: 'self',
  }),
  endOtherSessions: operation('DELETE /api/v1/users/me/sessions', Acknowledged, {
    summary: 'End your other sessions',
    who: 'self',
    unaudited: SESSIONS,
  }),
  endSession: operation('DELETE /api/v1/users/me/sessions/:id', Acknowledged, {
    summary: 'End one session',
    who: 'theirs',
    unaudited: SESSIONS,
  }),
  signIns: operation('GET /api/v1/users/me/sign-ins', SignInList, {
    summary: 'List recent log-ins to your account',
    who: 'self',
  }),
  twoFactor: operation('GET /api/v1/users/me/two-factor', TwoFactor, {
    summary: 'Get the status of two-factor log-in',
    who: 'self',
  }),
  beginTwoFactor: operation('POST /api/v1/users/me/two-factor/setup', TwoFactorSetup, {
    summary: 'Start setting up two-factor log-in',
    who: 'self',
    unaudited: 'Nothing changes until a code is confirmed; that is written down.',
    body: TwoFactorSetupRequest,
    secret: true,
    example: { body: { password: 'correct horse battery' } },
    refuses: { ...WRONG_PASSWORD, 409: ALREADY_ON },
  }),
  confirmTwoFactor: operation('POST /api/v1/users/me/two-factor/confirm', BackupCodes, {
    summary: 'Turn two-factor log-in on',
    who: 'self',
    body: TwoFactorConfirmation,
    secret: true,
    example: { body: { code: '123456' } },
    refuses: { 409: ALREADY_ON },
  }),
  endTwoFactor: operation('POST /api/v1/users/me/two-factor/disable', Acknowledged, {
    summary: 'Turn two-factor log-in off',
    who: 'self',
    body: TwoFactorProof,
    example: { body: { password: 'correct horse battery', code: '123456' } },
    refuses: WRONG_PASSWORD,
  }),
  renewBackupCodes: operation('POST /api/v1/users/me/two-factor/backup-codes', BackupCodes, {
    summary: 'Create new backup codes',
    who: 'self',
    body: TwoFactorProof,
    secret: true,
    example: { body: { password: 'correct horse battery', code: '123456' } },
    refuses: { ...WRONG_PASSWORD, 409: 'Two-factor log-in is off.' },
  }),
}
