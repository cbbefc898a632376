/** Notifications: type → title, and `type.message` → the rest. */
export const NOTIFICATIONS = {
  channel_failure: '{name}: your assistant cannot answer',
  'channel_failure.message': '{reason} {hint}',
  document_ingest_success: '{count, plural, one {“{name}” is ready} other {# documents are ready}}',
  'document_ingest_success.message':
    '{count, plural, one {Assistants that use {base} can quote it now.} other {Assistants that use {base} can quote them now.}}',
  document_ingest_failure:
    '{all, plural, one {“{name}” could not be read} other {{count} of # documents could not be read}}',
  'document_ingest_failure.message':
    '{count, plural, one {{all, plural, one {{reason}} other {“{name}”: {reason}}}} other {{others, plural, =0 {{names}} other {{names} and # more}} in {base}. See the reason next to each document.}}',
  email_domain_failure: 'Single sign-on for {domain}',
  'email_domain_failure.message':
    '{reason, select, lapsed {Its DNS record is gone, so people can no longer log in with your provider. Verify the domain again.} taken_over {The domain now belongs to your organization. It belonged to another one before.} missing {Its DNS record is missing. Restore it within seven days to keep log-in with your provider.} other {Another organization has verified the domain.}}',
  handover_requested: '{name} asks for a person',
  'handover_requested.message': 'Question to {assistant}: “{title}”',
  handover_replied: '{name} has replied to you',
  'handover_replied.message': 'Question to {assistant}: “{title}”',
  handover_answered: '{name} has replied',
  'handover_answered.message': 'Question to {assistant}: “{title}”',
  handover_reply_failure: 'Your reply could not be delivered',
  'handover_reply_failure.message':
    'Question to {assistant}: “{title}”. Neither a channel nor an email has reached the person who asked.',
  index_failure: 'The new index of {name} could not be built',
  'index_failure.message':
    'It was not complete after a day. Answers use the current one. You can start it again.',
  index_waiting: 'The new index of {name} needs your decision',
  'index_waiting.message':
    'It finds fewer of the expected passages of your golden questions. Publish it anyway, or discard it. Until then, answers use the current one.',
  invitation_accepted_success: '{name} joined {organization}',
  'invitation_accepted_success.message': 'The invitation was accepted.',
  member_removed: 'You were removed from {organization}',
  'member_removed.message': 'Your work stays with the organization.',
  ownership_given: '{organization} has a new owner',
  'ownership_given.message':
    'Its plan, card on file and invoices stay with the organization. If the card is yours, it is charged until the new owner changes it.',
  ownership_received: 'You now own {organization}',
  'ownership_received.message': 'Its plan, card on file and invoices are now yours to look after.',
  payment_failure: 'A payment did not go through',
  'payment_failure.message': '{plan} was not paid. Your plan has not changed.',
  plan_changed_success:
    '{kind, select, renewal {The next period of {plan} is paid} seats {Your organization has more seats on {plan}} credited {A payment was credited to your {plan} plan} other {Your organization is on {plan}}}',
  'plan_changed_success.message': 'Payment confirmed. See it under Billing.',
  renewal_ahead: '{plan} renews in {days, plural, one {# day} other {# days}}',
  'renewal_ahead.message':
    'Your card will be charged {amount, number} USD. You can change or stop this under Settings → Subscription.',
  renewal_failure: '{plan} could not be renewed',
  'renewal_failure.message':
    'Your card was declined. {plan} continues for {days, plural, one {# day} other {# days}} while we try again. Change the card or pay another way to keep it.',
  renewal_ended_failure: '{plan} has ended',
  'renewal_ended_failure.message':
    'The renewal was not paid, so your organization is on Free. Your data stays. Only audit log entries older than 30 days are deleted, 30 days from now.',
  role_changed:
    'Your role in {organization} is now {role, select, owner {Owner} admin {Admin} editor {Editor} other {Viewer}}',
  'role_changed.message': 'Your access changes right away.',
  security_new_signin: 'New log-in',
  'security_new_signin.message': '{device}, from {address}. If this was not you, change your password.',
  source_failure: '{host} could not be read',
  'source_failure.message': '{reason} {hint}',
  trial_ending: 'Your trial ends in {days, plural, one {# day} other {# days}}',
  'trial_ending.message':
    'After that your organization is on Free. Your data stays; older entries of the audit log stay for another month.',
  usage_100_error:
    '{limit, select, members {{plan} has no room for more members} integrations {{plan} has no room for more integrations} documents {{plan} has no room for more documents} storage_bytes {The storage of {plan} is full} other {This month’s questions on {plan} are used up}}',
  'usage_100_error.message': 'Upgrade to add more. You can still read, export and delete.',
  usage_80:
    '{limit, select, members {80% of the member seats are taken} integrations {80% of the integrations are used} documents {80% of the documents are used} storage_bytes {80% of the storage is used} other {80% of this month’s questions are used}}',
  'usage_80.message': 'You are close to the limits of the {plan} plan.',
  webhook_disabled_failure: 'A webhook was turned off',
  'webhook_disabled_failure.message':
    'No deliveries to {host} for five days. Turn it back on once it is fixed.',
} as const

/** Device that sent a request. */
export const DEVICE = {
  device:
    '{browser, select, none {{system, select, none {An unknown device} other {An unknown browser on {system}}}} other {{system, select, none {{browser}} other {{browser} on {system}}}}}',
} as const
