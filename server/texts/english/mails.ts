/** Subjects of mails, their paragraphs, and the labels of what there is to do. */
export const MAILS = {
  'mail.open_address': 'Or open this address:',
  'mail.why': 'You get this mail because this address was used in Lectern.',
  'mail.not_asked': 'If you did not ask for this, you can ignore this mail.',
  'mail.link_of_an_hour': 'The link works once, for an hour.',
  'mail.new_password': 'Choose a new password',

  reset_mail: 'Choose a new password',
  'reset_mail.asked': 'Somebody, probably you, asked to reset the password of your Lectern account.',
  'reset_mail.stays': 'If you did not ask for this, you can ignore this mail. Your password stays as it is.',

  password_mail: 'Your password was changed',
  'password_mail.changed':
    'The password of your Lectern account was changed just now, and your other devices were logged out.',
  'password_mail.reset':
    'The password of your Lectern account was changed just now, and all devices were logged out.',
  'password_mail.keys': 'Your API keys were deleted: programs that used one need a new one.',
  'password_mail.confirmed': 'Your address is confirmed by that, and two-factor log-in is off.',
  'password_mail.not_you': 'If that was not you, choose a new password at once.',

  verify_mail: 'Confirm your email address',
  'verify_mail.welcome':
    'Welcome to Lectern. A new account uses this address. Confirm that it is yours, so that you can invite people, publish and create API keys.',
  'verify_mail.confirm': 'Confirm email address',
  'verify_mail.not_created': 'If you did not create the account, do not follow the link.',

  account_exists_mail: 'You already have an account',
  'account_exists_mail.wanted':
    'Somebody, probably you, wanted to use this address for a Lectern account. It has one already, and nothing was changed.',
  'account_exists_mail.log_in': 'Log in',
  'account_exists_mail.forgotten': 'If you do not know the password, you can choose a new one.',

  confirm_mail: 'Confirm your new email address',
  'confirm_mail.wanted':
    'Somebody, probably you, wants to use this address for a Lectern account from now on.',

  email_changed_mail: 'Your email address was changed',
  'email_changed_mail.changed': 'Your Lectern account now uses {address}. This address no longer opens it.',
  'email_changed_mail.not_you': 'If that was not you, write to the people who run your Lectern.',

  invitation_mail: '{inviter} invites you to {organization}',
  'invitation_mail.invites':
    '{inviter} invites you to join “{organization}” on Lectern, with the role {role, select, admin {Admin} editor {Editor} other {Viewer}}.',
  'invitation_mail.see': 'See the invitation',
  'invitation_mail.link':
    'The link works for {days} days, and is yours alone: it also confirms that this address is yours.',
  'invitation_mail.unknown': 'If you do not know what this is about, you can ignore this mail.',

  'source_mail.open': 'Open the knowledge base',

  'mail.words': '{words}',

  handover_mail: '{name} asks for a person: {title}',
  'handover_mail.why': 'You get this mail because hand-overs of “{assistant}” go to this address.',
  'handover_mail.from': '{assistant} could not help {name} ({email}) any further. This is what was said:',
  'handover_mail.asked': 'Question: {words}',
  'handover_mail.answered': 'Answer: {words}',
  'handover_mail.reply': 'Answer this mail: your reply goes to {email}.',
  'handover_mail.open': 'Open the conversation',

  handover_reply_mail: '{assistant}: you have a reply',
  'handover_reply_mail.why':
    'You get this mail because you left this address with {assistant} and asked for a reply.',
  'handover_reply_mail.asked': 'You asked: {title}',
  'handover_reply_mail.writes': '{name, select, none {Our reply:} other {{name} writes:}}',
  'handover_reply_mail.open': 'Go on with the conversation',
} as const
