import type { Mail } from '../mail/mailer.ts'

const NOT_ASKED = 'If you did not ask for this, you need not do anything.'

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Choose a new password',
  text: `Somebody, probably you, asked to reset the password of your Lectern account.\n\nChoose a new one here, within an hour:\n${link}\n\n${NOT_ASKED} Your password stays as it is.`,
})

const changedMail = (to: string, what: string, link: string): Mail => ({
  to,
  subject: 'Your password was changed',
  text: `The password of your Lectern account was changed just now, and ${what}\n\nIf that was not you, choose a new one at once:\n${link}`,
})

export const passwordChangedMail = (to: string, link: string): Mail =>
  changedMail(to, 'your other devices were logged out.', link)

/** `isProof`: the address was not confirmed before, so whoever had set up a second step need not have been its owner. */
export const passwordResetMail = (to: string, link: string, isProof: boolean): Mail =>
  changedMail(
    to,
    `all devices were logged out. Your API keys were deleted: programs that used one need a new one.${isProof ? ' Your address is confirmed by that, and two-factor log-in is off.' : ''}`,
    link,
  )

export const verifyEmailMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your email address',
  text: `A Lectern account was made with this address.\n\nIf it is yours, confirm the address here, within an hour:\n${link}\n\nIf you did not make it, do not follow the link, and nothing happens.`,
})

/** `page` gives the address of a page of the app. */
export const accountExistsMail = (to: string, page: (path: string) => string): Mail => ({
  to,
  subject: 'You already have an account',
  text: `Somebody, probably you, wanted to use this address for a Lectern account. It has one already, and nothing was changed.\n\nLog in here:\n${page('/login')}\n\nDo you not know the password? Choose a new one here:\n${page('/forgot-password')}\n\n${NOT_ASKED}`,
})

export const confirmEmailMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your new email address',
  text: `This address is to become the one of a Lectern account.\n\nConfirm it here, within an hour:\n${link}\n\n${NOT_ASKED}`,
})

export const emailChangedMail = (to: string, address: string): Mail => ({
  to,
  subject: 'Your email address was changed',
  text: `Your Lectern account now belongs to ${address}; this address no longer opens it.\n\nIf that was not you, write to the people who run your Lectern.`,
})
