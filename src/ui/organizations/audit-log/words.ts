import type { AuditAction, AuditEntry, AuditReason, AuditSubject } from '../../../services/contract/audit.ts'
import { Role, roleName } from '../../../services/contract/roles.ts'
import { t } from '../../../texts/t.ts'
import { formatFields } from './setting-names.ts'

export const ACTIONS: Readonly<Record<AuditAction, string>> = {
  'login.succeeded': t('Logged in'),
  'login.failed': t('Log-in failed'),
  'account.email_confirmed': t('Email address confirmed'),
  'account.password_changed': t('Password changed'),
  'account.password_reset': t('Password reset'),
  'account.two_factor_on': t('Two-factor log-in turned on'),
  'account.two_factor_off': t('Two-factor log-in turned off'),
  'account.backup_codes_renewed': t('Backup codes renewed'),
  'account.disabled': t('Account disabled'),
  'account.enabled': t('Account enabled'),
  'account.taken_over': t('Unconfirmed account taken over'),
  'account.deleted': t('Account deleted'),
  'organization.created': t('Organization created'),
  'organization.changed': t('Organization changed'),
  'organization.transferred': t('Ownership transferred'),
  'organization.deleted': t('Organization deleted'),
  'member.joined': t('Member joined'),
  'member.role_changed': t('Role changed'),
  'member.removed': t('Member removed'),
  'member.left': t('Member left'),
  'group.created': t('Group created'),
  'group.changed': t('Group changed'),
  'group.deleted': t('Group deleted'),
  'invitation.sent': t('Invitation sent'),
  'invitation.resent': t('Invitation sent again'),
  'invitation.revoked': t('Invitation withdrawn'),
  'invitation.declined': t('Invitation declined'),
  'api_key.created': t('API key created'),
  'api_key.deleted': t('API key deleted'),
  'plan.ordered': t('Plan ordered'),
  'plan.planned': t('Plan change scheduled'),
  'plan.withdrawn': t('Scheduled plan change withdrawn'),
  'plan.changed': t('Plan changed'),
  'plan.billing_details': t('Billing details changed'),
  'plan.renewal_stopped': t('Renewal stopped'),
  'plan.renewal_resumed': t('Renewal resumed'),
  'assistant.created': t('Assistant created'),
  'assistant.changed': t('Assistant changed'),
  'assistant.published': t('Assistant published'),
  'assistant.public_page': t('Public page changed'),
  'assistant.handover': t('Hand-over changed'),
  'assistant.identity_secret': t('Identity secret renewed'),
  'assistant.deleted': t('Assistant deleted'),
  'knowledge_base.created': t('Knowledge base created'),
  'knowledge_base.changed': t('Knowledge base changed'),
  'knowledge_base.readers_changed': t('Readers changed'),
  'document.readers_changed': t('Readers changed'),
  'assistant.readers_changed': t('Assistant access changed'),
  'knowledge_base.published': t('Index published'),
  'knowledge_base.deleted': t('Knowledge base deleted'),
  'document.changed': t('Document changed'),
  'document.deleted': t('Document deleted'),
  'document.restored': t('Document restored'),
  'source.added': t('Source added'),
  'source.changed': t('Source changed'),
  'source.deleted': t('Source deleted'),
  'conversation.deleted': t('Conversation deleted'),
  'retention.changed': t('Retention rules changed'),
  'retention.deleted': t('Expired data deleted'),
  'person.exported': t('Personal data exported'),
  'person.erasure_begun': t('Erasure requested'),
  'person.erased': t('Person erased'),
  'channel.connected': t('Channel connected'),
  'channel.changed': t('Channel changed'),
  'channel.removed': t('Channel removed'),
  'webhook.created': t('Webhook created'),
  'webhook.changed': t('Webhook changed'),
  'webhook.secret_rotated': t('Webhook secret renewed'),
  'webhook.deleted': t('Webhook deleted'),
  'single_sign_on.changed': t('Single sign-on changed'),
  'single_sign_on.removed': t('Single sign-on removed'),
  'single_sign_on.enforced': t('Single sign-on enforced'),
  'single_sign_on.not_enforced': t('Single sign-on no longer enforced'),
  'single_sign_on.domain_added': t('Email domain added'),
  'single_sign_on.domain_verified': t('Email domain verified'),
  'single_sign_on.domain_removed': t('Email domain removed'),
  'single_sign_on.domain_lost': t('Email domain lost'),
  'single_sign_on.refused': t('Single sign-on refused'),
  'single_sign_on.session_ended': t('Session ended by single sign-on'),
  'provisioning.token_created': t('Provisioning token created'),
  'provisioning.token_deleted': t('Provisioning token deleted'),
  'provisioning.user_created': t('Inactive user provisioned'),
  'provisioning.user_updated': t('Profile changed by provisioning'),
  'provisioning.user_deleted': t('User deleted by provisioning'),
  'provisioning.group_created': t('Group created'),
  'provisioning.group_changed': t('Group changed'),
  'provisioning.group_deleted': t('Group deleted'),
  'model_provider.created': t('Model provider added'),
  'model_provider.changed': t('Model provider changed'),
  'model_provider.key_renewed': t('Model provider key renewed'),
  'model_provider.deleted': t('Model provider deleted'),
  'export.conversations': t('Conversations exported'),
  'export.audit_log': t('Audit log exported'),
  'export.outcomes': t('Outcomes of conversations exported'),
}

export const SUBJECTS: Readonly<Record<AuditSubject, string>> = {
  login: t('Log-ins'),
  account: t('Accounts'),
  organization: t('Organization'),
  member: t('Members'),
  group: t('Groups'),
  invitation: t('Invitations'),
  api_key: t('API keys'),
  plan: t('Plan and billing'),
  assistant: t('Assistants'),
  knowledge_base: t('Knowledge bases'),
  document: t('Documents'),
  source: t('Sources'),
  conversation: t('Conversations'),
  retention: t('Retention'),
  person: t('Personal data'),
  channel: t('Channels'),
  webhook: t('Webhooks'),
  single_sign_on: t('Single sign-on'),
  provisioning: t('Provisioning'),
  model_provider: t('Model providers'),
  export: t('Exports'),
}

const UNNAMED_ACTORS = {
  person: t('Deleted account'),
  key: t('Deleted key'),
  provider: t('Provisioning'),
  visitor: t('Unknown person'),
  system: 'Lectern',
} as const

export const actorOf = ({ actor: { name, kind } }: AuditEntry) => name || UNNAMED_ACTORS[kind]

const role = (name: string) => (Role.safeParse(name).success ? roleName[name as Role] : name)

const REASONS: Readonly<Record<AuditReason, string>> = {
  wrong_password: t('Wrong password'),
  wrong_code: t('Wrong code'),
  failing: t('No deliveries for five days'),
  single_sign_on: t('By single sign-on'),
  provisioning: t('By provisioning'),
  enforced: t('Single sign-on is enforced'),
  refresh_refused: t('The provider closed the account'),
  provider_logout: t('Logged out at the provider'),
  provider_unreachable: t('The provider did not respond'),
  provider_refused: t('The provider refused'),
  provider_invalid: t('The provider’s response was not valid'),
  expired: t('Log-in expired'),
  email_missing: t('No email address'),
  email_unverified: t('Email address not verified'),
  email_other_domain: t('Email address from another domain'),
  other_person: t('Email address belongs to someone else'),
  record_missing: t('DNS record missing'),
  verified_by_another: t('Verified by another organization'),
  domain_lost: t('Email domain lost'),
  removed: t('Was removed from the organization'),
  organization_full: t('No seats left'),
  account_disabled: t('Account disabled'),
}
const STATES: Readonly<Record<string, string>> = {
  on: t('Page is on'),
  off: t('Page is off'),
  paused: t('Page is paused'),
}

/** How to write each detail; missing ones are for programs. */
const DETAILS: Readonly<Record<string, (value: string, all: Readonly<Record<string, string>>) => string>> = {
  role: (value, { from }) => (from ? `${role(from)} → ${role(value)}` : role(value)),
  to: (value, { from = '' }) => `${from} → ${value}`,
  reason: (value) => REASONS[value as AuditReason] ?? value,
  state: (value) => STATES[value] ?? value,
  version: (version) => t('Version {version}', { version }),
  index: (version) => t('Version {version}', { version }),
  scopes: (scopes) => t('Permissions: {scopes}', { scopes }),
  plan: (value) => value,
  seats: (seats) =>
    seats === '0'
      ? ''
      : t('{seats, plural, one {# additional seat} other {# additional seats}}', { seats: Number(seats) }),
  events: (value) => value,
  models: (value) => value,
  assistant: (value) => value,
  days: (days) =>
    days === 'all'
      ? t('Conversations kept forever')
      : t('Conversations kept for {days, plural, one {# day} other {# days}}', { days: Number(days) }),
  audit_days: (days) =>
    t('Audit log kept for {days, plural, one {# day} other {# days}}', { days: Number(days) }),
  deleted_document_days: (days) =>
    t('Deleted documents kept for {days, plural, one {# day} other {# days}}', { days: Number(days) }),
  delivery_days: (days) =>
    t('Webhook deliveries kept for {days, plural, one {# day} other {# days}}', { days: Number(days) }),
  audit_entries: (count) =>
    t('{count, plural, one {# audit log entry} other {# audit log entries}}', { count: Number(count) }),
  documents: (count) =>
    t('{count, plural, one {# deleted document} other {# deleted documents}}', { count: Number(count) }),
  deliveries: (count) =>
    t('{count, plural, one {# webhook delivery} other {# webhook deliveries}}', { count: Number(count) }),
  rules: (rules) =>
    rules === '0' ? '' : t('{rules, plural, one {# rule} other {# rules}}', { rules: Number(rules) }),
  conversations: (count) =>
    t('{count, plural, one {# conversation} other {# conversations}}', { count: Number(count) }),
  handovers: (count) =>
    t('{count, plural, one {# hand-over} other {# hand-overs}}', { count: Number(count) }),
  visitors: (count) => t('{count, plural, one {# visitor} other {# visitors}}', { count: Number(count) }),
  readers: (readers) =>
    readers === 'everyone' ? t('Everyone can read it') : t('Only its readers can read it'),
  service: (service) => t('As in {service}', { service }),
  service_address: (address) => (address ? t('Address: {address}', { address }) : t('No address')),
  added: (names) => t('Added: {names}', { names }),
  removed: (names) => t('Removed: {names}', { names }),
  fields: (fields, { format }) => {
    if (fields === '') return ''
    return format
      ? t('Filters: {fields}', { fields: formatFields(fields) })
      : t('Settings: {fields}', { fields: formatFields(fields) })
  },
}

/** Further details, in one line. */
export const detailsOf = ({ details }: AuditEntry) =>
  Object.entries(details)
    .flatMap(([name, value]) => DETAILS[name]?.(value, details) || [])
    .join(' · ')
