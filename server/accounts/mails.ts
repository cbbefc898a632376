import type { Mail } from '../mail/mail.types.ts'

const NOT_ASKED = 'If you did not ask for this, you can ignore this mail.'
const PASSWORD_STAYS = 'If you did not ask for this, you can ignore this mail. Your password stays as it is.'
const AN_HOUR = 'The link works once, for an hour.'
const IN_USE = 'If that was not you, choose a new password at once.'
const NEW_PASSWORD = 'Choose a new password'

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Choose a new password',
  says: [
    'Somebody, probably you, asked to reset the password of your Lectern account.',
    { label: NEW_PASSWORD, url: link },
    AN_HOUR,
    PASSWORD_STAYS,
  ],
})

const changedMail = (to: string, link: string, what: readonly string[]): Mail => ({
  to,
  subject: 'Your password was changed',
  says: [...what, IN_USE, { label: NEW_PASSWORD, url: link }],
})

export const passwordChangedMail = (to: string, link: string): Mail =>
  changedMail(to, link, [
    'The password of your Lectern account was changed just now, and your other devices were logged out.',
  ])

/** `isProof`: the address was not confirmed before, so whoever had set up a second step need not have been its owner. */
export const passwordResetMail = (to: string, link: string, isProof: boolean): Mail =>
  changedMail(to, link, [
    'The password of your Lectern account was changed just now, and all devices were logged out.',
    'Your API keys were deleted: programs that used one need a new one.',
    ...(isProof ? ['Your address is confirmed by that, and two-factor log-in is off.'] : []),
  ])

export const verifyEmailMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your email address',
  says: [
    'Welcome to Lectern. A new account uses this address. Confirm that it is yours, so that you can invite people, publish and create API keys.',
    { label: 'Confirm email address', url: link },
    AN_HOUR,
    'If you did not create the account, do not follow the link.',
  ],
})

/** `page` gives the address of a page of the app. */
export const accountExistsMail = (to: string, page: (path: string) => string): Mail => ({
  to,
  subject: 'You already have an account',
  says: [
    'Somebody, probably you, wanted to use this address for a Lectern account. It has one already, and nothing was changed.',
    { label: 'Log in', url: page('/login') },
    'If you do not know the password, you can choose a new one.',
    { label: NEW_PASSWORD, url: page('/forgot-password') },
    NOT_ASKED,
  ],
})

export const confirmEmailMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your new email address',
  says: [
    'Somebody, probably you, wants to use this address for a Lectern account from now on.',
    { label: 'Confirm email address', url: link },
    AN_HOUR,
    NOT_ASKED,
  ],
})

export const emailChangedMail = (to: string, address: string): Mail => ({
  to,
  subject: 'Your email address was changed',
  says: [
    `Your Lectern account now uses ${address}. This address no longer opens it.`,
    'If that was not you, write to the people who run your Lectern.',
  ],
})
