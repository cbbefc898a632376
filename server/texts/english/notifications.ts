/** What people are notified of: type → title, and `type.message` → the rest. */
export const NOTIFICATIONS = {
  document_ingest_success: '{count, plural, one {“{name}” is ready} other {# documents are ready}}',
  'document_ingest_success.message':
    '{count, plural, one {Assistants that use {base} can quote it now.} other {Assistants that use {base} can quote them now.}}',
  document_ingest_failure:
    '{all, plural, one {“{name}” could not be read} other {{count} of # documents could not be read}}',
  'document_ingest_failure.message':
    '{count, plural, one {{all, plural, one {{reason}} other {“{name}”: {reason}}}} other {{others, plural, =0 {{names}} other {{names} and # more}} in {base}. The reason stands beside each.}}',
  email_domain_failure: 'Single sign-on for {domain}',
  'email_domain_failure.message':
    '{reason, select, lapsed {Its DNS record is gone, so your provider can no longer log people in. Verify the domain again.} taken_over {The domain was taken over from another organization.} missing {Its DNS record is missing. Put it back within seven days, or your provider can no longer log people in.} other {Another organization has proven that it owns the domain now.}}',
  handover_requested: '{name} asks for a person',
  'handover_requested.message': '“{title}”, asked of {assistant}.',
  handover_answered: '{name} has replied',
  'handover_answered.message': '“{title}”, asked of {assistant}.',
  invitation_accepted_success: '{name} joined {organization}',
  'invitation_accepted_success.message': 'The invitation was accepted.',
  member_removed: 'You were removed from {organization}',
  'member_removed.message': 'What you made there stays with the organization.',
  payment_failure: 'A payment did not go through',
  'payment_failure.message': '{plan} was not paid. Your plan is as it was.',
  plan_changed_success:
    '{kind, select, renewal {The next period of {plan} is paid} other {You are on {plan}}}',
  'plan_changed_success.message': 'The payment was confirmed. It stands among your payments.',
  role_changed:
    'Your role in {organization} is now {role, select, owner {Owner} admin {Admin} editor {Editor} other {Viewer}}',
  'role_changed.message': 'What you see follows it at once.',
  security_new_signin: 'New log-in',
  'security_new_signin.message': '{device}, from {address}. If this was not you, change your password.',
  source_failure: '{host} could not be read',
  'source_failure.message': '{reason} {hint}',
  trial_ending: 'Your trial ends in {days, plural, one {# day} other {# days}}',
  'trial_ending.message': 'After that you are on Free. Nothing is deleted.',
  usage_100_error:
    '{limit, select, members {All members of {plan} are used} integrations {All integrations of {plan} are used} documents {All documents of {plan} are used} storage_bytes {All storage of {plan} is used} other {All questions of this month on {plan} are used}}',
  'usage_100_error.message':
    'Adding more waits for a larger plan. Reading, exporting and deleting stay open.',
  usage_80:
    '{limit, select, members {80 % of the members are used} integrations {80 % of the integrations are used} documents {80 % of the documents are used} storage_bytes {80 % of the storage is used} other {80 % of the questions of this month are used}}',
  'usage_80.message': 'The {plan} plan has a little room left.',
  webhook_disabled_failure: 'A webhook was turned off',
  'webhook_disabled_failure.message':
    'Nothing has arrived at {host} for five days. Turn it on again when it is mended.',
} as const

/** What a request was sent from. */
export const DEVICE = {
  device:
    '{browser, select, none {{system, select, none {An unknown device} other {An unknown browser on {system}}}} other {{system, select, none {{browser}} other {{browser} on {system}}}}}',
} as const
