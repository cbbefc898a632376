import { SETTING_NAMES } from '../../../machines/assistants/assistant-settings.machine.ts'
import { PUBLIC_PAGE_NAMES } from '../../../machines/visitors/public-page.machine.ts'
import { t } from '../../../texts/t.ts'
import { listed } from '../../parts/format.ts'

/** Settings and filters in entries, in snake case. All names continue a sentence. */
const NAMES: Readonly<Record<string, string>> = {
  ...PUBLIC_PAGE_NAMES,
  ...SETTING_NAMES,
  offered: t('when it is offered'),
  inbox: t('inbox'),
  email: t('email'),
  office_hours: t('office hours'),
  reply_hours: t('time to reply'),
  zendesk_url: t('Zendesk address'),
  zendesk_email: t('Zendesk email address'),
  zendesk_token: t('Zendesk token'),
  follows_readers: t('permissions of the service'),
  refresh: t('refresh interval'),
  mail_on_failure: t('email on failure'),
  settings: t('connection'),
  secrets: t('credentials'),
  issuer: t('issuer'),
  client_id: t('client ID'),
  client_secret: t('client secret'),
  default_role: t('default role'),
  role_claim: t('role claim'),
  role_mappings: t('role mapping'),
  first_name: t('first name'),
  last_name: t('last name'),
  external_id: t('external ID'),
  url: t('address'),
  base_url: t('address'),
  events: t('events'),
  enabled: t('on or off'),
  protocol: t('protocol'),
  models: t('models'),
  currency: t('currency'),
  mode: t('search mode'),
  logo: t('logo'),
  knowledge_bases: t('knowledge bases'),
  q: t('search text'),
  subject: t('category'),
  from: t('start date'),
  to: t('end date'),
  integration: t('assistant'),
  channel: t('channel'),
  rating: t('rating'),
  answered: t('answered'),
  tag: t('tag'),
}

const nameOf = (field: string) => {
  const key = field.replace(/\p{Lu}/gu, (letter) => `_${letter.toLowerCase()}`)
  return NAMES[key] ?? key.replaceAll('_', ' ')
}

/** `name, office hours, and client ID`, from names that are written in camel case or snake case. */
export const formatFields = (fields: string) => listed([...new Set(fields.split(', ').map(nameOf))])
