import { PIXEL, READ, tagged } from '../operation.ts'

const WRONG_PASSWORD = { 422: 'The password is wrong.' }

export const account = {
  ...tagged('Log-in', {
    'POST /api/v1/register': {
      summary: 'Create an account',
      description: 'The address gets a mail with a link that confirms it.',
      access: 'public',
      body: { email: 'grace@example.com', password: 'correct horse battery', first_name: 'Grace' },
      errors: { 409: 'An account with this address exists.' },
    },
    'POST /api/v1/login': {
      summary: 'Log in',
      description:
        'Answers with tokens for the header `Authorization: Bearer …`. Programs use an API key instead. `code` is the second step of accounts with two-factor log-in.',
      access: 'public',
      body: { username: 'ada@example.com', password: 'correct horse battery' },
      errors: { 401: 'Address or password is wrong, or a code is needed.' },
    },
    'POST /api/v1/refresh': {
      summary: 'Renew the tokens of a session',
      access: 'public',
      body: { refresh_token: 'eyJhbGciOiJIUzI1NiJ9.e30.refresh' },
      errors: { 401: 'The refresh token has expired or was used before.' },
    },
    'POST /api/v1/logout': {
      summary: 'End a session',
      access: 'public',
      body: { refresh_token: 'eyJhbGciOiJIUzI1NiJ9.e30.refresh' },
    },
    'POST /forgot-password': {
      summary: 'Ask for a link to set a new password',
      description: 'The answer is the same whether or not the account exists.',
      access: 'public',
      body: { email: 'ada@example.com' },
    },
    'GET /reset-password/verify/:token': {
      summary: 'Check a link to set a new password',
      access: 'public',
    },
    'POST /reset-password': {
      summary: 'Set a new password by a mailed link',
      description: 'Every session ends, and the API keys of the account are deleted.',
      access: 'public',
      body: { token: 'the-token-of-the-mailed-link', new_password: 'another horse battery' },
      errors: { 400: 'The link is invalid or has expired.' },
    },
    'POST /api/v1/confirm-email': {
      summary: 'Confirm an email address by a mailed link',
      access: 'public',
      body: { token: 'the-token-of-the-mailed-link' },
      errors: { 400: 'The link is invalid or has expired.' },
    },
  }),
  ...tagged('Account', {
    'GET /api/v1/users/me': { summary: 'Read your profile', access: READ, personal: true },
    'PATCH /api/v1/users/me': {
      summary: 'Change your profile',
      access: 'session',
      body: { first_name: 'Ada', last_name: 'Lovelace', timezone: 'Europe/London' },
    },
    'POST /api/v1/users/me/photo': { summary: 'Set your photo', access: 'session', file: PIXEL },
    'DELETE /api/v1/users/me/photo': { summary: 'Remove your photo', access: 'session' },
    'GET /api/v1/pictures/:id': {
      summary: 'Read a photo or a logo',
      access: 'public',
      answers: 'image/webp',
    },
    'POST /api/v1/users/me/email': {
      summary: 'Change your email address',
      description: 'The new address gets a link that confirms it; until then the old one stays.',
      access: 'session',
      body: { email: 'ada.lovelace@example.com', password: 'correct horse battery' },
      errors: { ...WRONG_PASSWORD, 409: 'An account with this address exists.' },
    },
    'POST /api/v1/users/me/verification': {
      summary: 'Send the confirmation link again',
      access: 'session',
      errors: { 409: 'The address is confirmed.' },
    },
    'GET /api/v1/users/me/deletion': {
      summary: 'See what deleting your account would delete',
      access: 'session',
    },
    'POST /api/v1/users/me/delete': {
      summary: 'Delete your account',
      access: 'session',
      body: { password: 'correct horse battery' },
      errors: { ...WRONG_PASSWORD, 409: 'You are the only owner of an organization with other members.' },
    },
  }),
  ...tagged('Security', {
    'POST /api/v1/users/change-password': {
      summary: 'Change your password',
      description: 'Your other sessions end.',
      access: 'session',
      body: { current_password: 'correct horse battery', new_password: 'another horse battery' },
      errors: WRONG_PASSWORD,
    },
    'GET /api/v1/users/me/sessions': { summary: 'List your sessions', access: 'session' },
    'DELETE /api/v1/users/me/sessions': { summary: 'End your other sessions', access: 'session' },
    'DELETE /api/v1/users/me/sessions/:id': { summary: 'End one session', access: 'session' },
    'GET /api/v1/users/me/sign-ins': { summary: 'List the last log-ins to your account', access: 'session' },
    'GET /api/v1/users/me/two-factor': { summary: 'Read whether two-factor log-in is on', access: 'session' },
    'POST /api/v1/users/me/two-factor/setup': {
      summary: 'Begin to set up two-factor log-in',
      access: 'session',
      body: { password: 'correct horse battery' },
      errors: { ...WRONG_PASSWORD, 409: 'Two-factor log-in is on.' },
    },
    'POST /api/v1/users/me/two-factor/confirm': {
      summary: 'Turn two-factor log-in on',
      access: 'session',
      body: { code: '123456' },
      errors: { 409: 'Begin the set-up first.' },
    },
    'POST /api/v1/users/me/two-factor/disable': {
      summary: 'Turn two-factor log-in off',
      access: 'session',
      body: { password: 'correct horse battery', code: '123456' },
      errors: { ...WRONG_PASSWORD, 409: 'Two-factor log-in is off.' },
    },
    'POST /api/v1/users/me/two-factor/backup-codes': {
      summary: 'Make new backup codes',
      access: 'session',
      body: { password: 'correct horse battery', code: '123456' },
      errors: { ...WRONG_PASSWORD, 409: 'Two-factor log-in is off.' },
    },
  }),
}
