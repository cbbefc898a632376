import {
  BrainCircuit,
  Building2,
  CreditCard,
  FileLock2,
  KeyRound,
  LogIn,
  type LucideIcon,
  MessagesSquare,
  ReceiptText,
  ScrollText,
  ShieldCheck,
  Tags,
  UserRound,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { t } from '../../../texts/t.ts'

interface SettingsItem {
  readonly label: string
  readonly path: string
  readonly icon: LucideIcon
  /** Shortcut, as tinykeys reads it. */
  readonly keys?: string
}

interface SettingsGroup {
  readonly label: string
  readonly items: readonly SettingsItem[]
}

/** S2.14, S2.16: the pages of Settings keep the addresses that the specification gives them. */
export const PROFILE: SettingsItem = { label: t('Profile'), path: '/settings', icon: UserRound }
export const SECURITY: SettingsItem = { label: t('Security'), path: '/security', icon: ShieldCheck }
export const ORGANIZATION: SettingsItem = {
  label: t('Organization'),
  path: '/settings/organization',
  icon: Building2,
}
export const TEAM: SettingsItem = { label: t('Team'), path: '/team', icon: UsersRound, keys: 'g t' }
export const API_KEYS: SettingsItem = { label: t('API keys'), path: '/settings/api-keys', icon: KeyRound }
export const MODELS: SettingsItem = { label: t('Models'), path: '/settings/models', icon: BrainCircuit }
export const CHANNELS: SettingsItem = {
  label: t('Channels'),
  path: '/settings/channels',
  icon: MessagesSquare,
}
export const WEBHOOKS: SettingsItem = { label: t('Webhooks'), path: '/settings/webhooks', icon: Webhook }
export const SINGLE_SIGN_ON: SettingsItem = {
  label: t('Single sign-on'),
  path: '/settings/single-sign-on',
  icon: LogIn,
}
export const PRIVACY: SettingsItem = { label: t('Privacy'), path: '/settings/privacy', icon: FileLock2 }
export const AUDIT_LOG: SettingsItem = {
  label: t('Audit log'),
  path: '/settings/audit-log',
  icon: ScrollText,
}
export const SUBSCRIPTION: SettingsItem = {
  label: t('Subscription'),
  path: '/settings/subscription',
  icon: CreditCard,
}
export const PLANS: SettingsItem = { label: t('Plans'), path: '/pricing', icon: Tags }
export const BILLING: SettingsItem = { label: t('Billing'), path: '/payment', icon: ReceiptText }

/** What belongs to the person, whether or not they are in an organization. */
export const ACCOUNT_GROUP: SettingsGroup = { label: t('Account'), items: [PROFILE, SECURITY] }

export const SETTINGS_GROUPS: readonly SettingsGroup[] = [
  ACCOUNT_GROUP,
  {
    label: t('Organization'),
    items: [ORGANIZATION, TEAM, MODELS, CHANNELS, API_KEYS, WEBHOOKS, SINGLE_SIGN_ON, PRIVACY, AUDIT_LOG],
  },
  { label: t('Plan'), items: [SUBSCRIPTION, PLANS, BILLING] },
]

/** Profile has two addresses (S2.14, S2.16). */
const ALIASES: Readonly<Record<string, string>> = { '/profile': PROFILE.path }

const pathOf = (path: string) => ALIASES[path] ?? path

export const isSettingsItem = (item: SettingsItem, path: string) => item.path === pathOf(path)

export const isInSettings = (path: string) =>
  SETTINGS_GROUPS.some(({ items }) => items.some((item) => isSettingsItem(item, path)))
