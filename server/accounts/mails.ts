import type { Mail } from '../mail/mailer.ts'

const NOT_ASKED = 'If you did not ask for this, you need not do anything.'

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Choose a new password',
  text: `Somebody, probably you, asked to reset the password of your Lectern account.\n\nChoose a new one here, within an hour:\n${link}\n\n${NOT_ASKED} Your password stays as it is.`,
})

export const passwordChangedMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Your password was changed',
  text: `The password of your Lectern account was changed just now, and your other devices were logged out.\n\nIf that was not you, choose a new one at once:\n${link}`,
})

export const confirmEmailMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your new e-mail address',
  text: `This address is to become the one of a Lectern account.\n\nConfirm it here, within an hour:\n${link}\n\n${NOT_ASKED}`,
})

export const emailChangedMail = (to: string, address: string): Mail => ({
  to,
  subject: 'Your e-mail address was changed',
  text: `Your Lectern account now belongs to ${address}; this address no longer opens it.\n\nIf that was not you, write to the people who run your Lectern.`,
})
