import type { CodedText } from '../../src/services/contract/coded-text.ts'
import type { Mail } from '../kernel/mail/letter.ts'
import { say } from '../kernel/texts/say.ts'

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: say('reset_mail'),
  says: [
    say('reset_mail.asked'),
    { label: say('mail.new_password'), url: link },
    say('mail.link_of_an_hour'),
    say('reset_mail.stays'),
  ],
})

const changedMail = (to: string, link: string, what: readonly CodedText[]): Mail => ({
  to,
  subject: say('password_mail'),
  says: [...what, say('password_mail.not_you'), { label: say('mail.new_password'), url: link }],
})

export const passwordChangedMail = (to: string, link: string): Mail =>
  changedMail(to, link, [say('password_mail.changed')])

/** `isProof`: the address was not confirmed before, so two-factor log-in may have been set up by someone else. */
export const passwordResetMail = (to: string, link: string, isProof: boolean): Mail =>
  changedMail(to, link, [
    say('password_mail.reset'),
    say('password_mail.keys'),
    ...(isProof ? [say('password_mail.confirmed')] : []),
  ])

export const verifyEmailMail = (to: string, link: string): Mail => ({
  to,
  subject: say('verify_mail'),
  says: [
    say('verify_mail.welcome'),
    { label: say('verify_mail.confirm'), url: link },
    say('mail.link_of_an_hour'),
    say('verify_mail.not_created'),
  ],
})

/** `page` returns the address of an app page. */
export const accountExistsMail = (to: string, page: (path: string) => string): Mail => ({
  to,
  subject: say('account_exists_mail'),
  says: [
    say('account_exists_mail.wanted'),
    { label: say('account_exists_mail.log_in'), url: page('/login') },
    say('account_exists_mail.forgotten'),
    { label: say('mail.new_password'), url: page('/forgot-password') },
    say('mail.not_asked'),
  ],
})

export const confirmEmailMail = (to: string, link: string): Mail => ({
  to,
  subject: say('confirm_mail'),
  says: [
    say('confirm_mail.wanted'),
    { label: say('verify_mail.confirm'), url: link },
    say('mail.link_of_an_hour'),
    say('mail.not_asked'),
  ],
})

export const emailChangedMail = (to: string, address: string): Mail => ({
  to,
  subject: say('email_changed_mail'),
  says: [say('email_changed_mail.changed', { address }), say('email_changed_mail.not_you')],
})
