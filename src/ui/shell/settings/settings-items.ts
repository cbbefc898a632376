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

export interface NavItem {
  readonly label: string
  readonly path: string
  readonly icon: LucideIcon
  /** Shortcut, in tinykeys' format. */
  readonly keys?: string
}

export interface NavGroup {
  readonly label: string
  readonly items: readonly NavItem[]
}

/** S2.14, S2.16: the pages of Settings keep the specification's addresses. */
export const PROFILE: NavItem = { label: t('Profile'), path: '/settings', icon: UserRound }
export const SECURITY: NavItem = { label: t('Security'), path: '/security', icon: ShieldCheck }
export const ORGANIZATION: NavItem = {
  label: t('Organization'),
  path: '/settings/organization',
  icon: Building2,
}
export const TEAM: NavItem = { label: t('Team'), path: '/team', icon: UsersRound, keys: 'g t' }
export const API_KEYS: NavItem = { label: t('API keys'), path: '/settings/api-keys', icon: KeyRound }
const MODELS: NavItem = { label: t('Models'), path: '/settings/models', icon: BrainCircuit }
export const CHANNELS: NavItem = {
  label: t('Channels'),
  path: '/settings/channels',
  icon: MessagesSquare,
}
export const WEBHOOKS: NavItem = { label: t('Webhooks'), path: '/settings/webhooks', icon: Webhook }
export const SINGLE_SIGN_ON: NavItem = {
  label: t('Single sign-on'),
  path: '/settings/single-sign-on',
  icon: LogIn,
}
const PRIVACY: NavItem = { label: t('Privacy'), path: '/settings/privacy', icon: FileLock2 }
export const AUDIT_LOG: NavItem = {
  label: t('Audit log'),
  path: '/settings/audit-log',
  icon: ScrollText,
}
export const SUBSCRIPTION: NavItem = {
  label: t('Subscription'),
  path: '/settings/subscription',
  icon: CreditCard,
}
export const PLANS: NavItem = { label: t('Plans'), path: '/pricing', icon: Tags }
export const BILLING: NavItem = { label: t('Billing'), path: '/payment', icon: ReceiptText }

/** The person's own pages, with or without an organization. */
export const ACCOUNT_GROUP: NavGroup = { label: t('Account'), items: [PROFILE, SECURITY] }

export const ORGANIZATION_ITEMS: readonly NavItem[] = [
  ORGANIZATION,
  TEAM,
  MODELS,
  CHANNELS,
  API_KEYS,
  WEBHOOKS,
  SINGLE_SIGN_ON,
  PRIVACY,
  AUDIT_LOG,
]

export const SETTINGS_GROUPS: readonly NavGroup[] = [
  ACCOUNT_GROUP,
  {
    label: t('Organization'),
    items: ORGANIZATION_ITEMS,
  },
  { label: t('Plan'), items: [SUBSCRIPTION, PLANS, BILLING] },
]

/** Profile has two addresses (S2.14, S2.16). */
const ALIASES: Readonly<Record<string, string>> = { '/profile': PROFILE.path }

export const isSettingsItem = (item: NavItem, path: string) => item.path === (ALIASES[path] ?? path)

export const isInSettings = (path: string) =>
  SETTINGS_GROUPS.some(({ items }) => items.some((item) => isSettingsItem(item, path)))
