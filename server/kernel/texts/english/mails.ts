/** Subjects and paragraphs of mails, and labels of their actions. */
export const MAILS = {
  'mail.open_address': 'Or open this address:',
  'mail.why': 'You’re receiving this email because this address was used in Lectern.',
  'mail.not_asked': 'If you did not request this, you can ignore this email.',
  'mail.link_of_an_hour': 'The link works once, for one hour.',
  'mail.new_password': 'Choose a new password',

  reset_mail: 'Choose a new password',
  'reset_mail.asked': 'Someone, probably you, asked to reset the password of your Lectern account.',
  'reset_mail.stays': 'If you did not request this, you can ignore this email. Your password stays the same.',

  password_mail: 'Your password was changed',
  'password_mail.changed':
    'The password of your Lectern account was changed just now, and your other devices were logged out.',
  'password_mail.reset':
    'The password of your Lectern account was changed just now, and all devices were logged out.',
  'password_mail.keys': 'Your API keys were deleted. Programs that used them need new ones.',
  'password_mail.confirmed': 'This also confirmed your address and turned off two-factor log-in.',
  'password_mail.not_you': 'If that was not you, choose a new password right away.',

  verify_mail: 'Confirm your email address',
  'verify_mail.welcome':
    'Welcome to Lectern. Someone signed up with this address. Confirm that it is yours to invite people, publish and create API keys.',
  'verify_mail.confirm': 'Confirm email address',
  'verify_mail.not_created': 'If you did not create the account, do not open the link.',

  account_exists_mail: 'You already have an account',
  'account_exists_mail.wanted':
    'Someone, probably you, tried to use this address for a Lectern account. It already has one, and nothing was changed.',
  'account_exists_mail.log_in': 'Log in',
  'account_exists_mail.forgotten': 'If you forgot your password, you can choose a new one.',

  confirm_mail: 'Confirm your new email address',
  'confirm_mail.wanted': 'Someone, probably you, wants to use this address for a Lectern account.',

  email_changed_mail: 'Your email address was changed',
  'email_changed_mail.changed': 'Your Lectern account now uses {address}. This address no longer opens it.',
  'email_changed_mail.not_you': 'If that was not you, contact your Lectern operator.',

  invitation_mail: '{inviter} invites you to {organization}',
  'invitation_mail.invites':
    '{inviter} invites you to join “{organization}” on Lectern, with the role {role, select, admin {Admin} editor {Editor} other {Viewer}}.',
  'invitation_mail.see': 'See the invitation',
  'invitation_mail.link':
    'The link works for {days} days. It is for you only: it also confirms that this address is yours.',
  'invitation_mail.unknown': 'If you did not expect this, you can ignore this email.',

  renewal_mail: '{organization}: {title}',
  'renewal_mail.open': 'Open your subscription',

  'source_mail.open': 'Open the knowledge base',

  'mail.words': '{words}',

  handover_mail: '{name} asks for a person: {title}',
  'handover_mail.why': 'You’re receiving this email because hand-overs of “{assistant}” go to this address.',
  'handover_mail.from': '{name} ({email}) asked {assistant} for a person. Their conversation:',
  'handover_mail.asked': 'Question: {words}',
  'handover_mail.answered': 'Answer: {words}',
  'handover_mail.reply': 'Reply to this email to answer {email}.',
  'handover_mail.open': 'Open the conversation',

  handover_reply_mail: '{assistant}: you have a reply',
  'handover_reply_mail.why': 'You’re receiving this email because you asked {assistant} for a reply.',
  'handover_reply_mail.asked': 'You asked: {title}',
  'handover_reply_mail.writes': '{name, select, none {Our reply:} other {{name} writes:}}',
  'handover_reply_mail.open': 'Continue the conversation',

  person_export:
    '{organization}: data about {who}\n\nEach file holds one kind of data as JSON, with times in UTC. The number is how many entries it has.\n\n{files}\n\nAnswers from knowledge that is restricted to others are marked as withheld. Notifications and webhook deliveries are listed without their texts. Documents are not searched for names.\n',
} as const
