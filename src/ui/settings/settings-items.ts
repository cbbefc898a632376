import {
  Building2,
  CreditCard,
  type LucideIcon,
  ReceiptText,
  ShieldCheck,
  Tags,
  UserRound,
  UsersRound,
} from 'lucide-react'

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
export const PROFILE: SettingsItem = { label: 'Profile', path: '/settings', icon: UserRound }
export const SECURITY: SettingsItem = { label: 'Security', path: '/security', icon: ShieldCheck }
export const ORGANIZATION: SettingsItem = {
  label: 'Organization',
  path: '/settings/organization',
  icon: Building2,
}
export const TEAM: SettingsItem = { label: 'Team', path: '/team', icon: UsersRound, keys: 'g t' }
export const SUBSCRIPTION: SettingsItem = {
  label: 'Subscription',
  path: '/settings/subscription',
  icon: CreditCard,
}
export const PLANS: SettingsItem = { label: 'Plans', path: '/pricing', icon: Tags }
export const BILLING: SettingsItem = { label: 'Billing', path: '/payment', icon: ReceiptText }

/** What belongs to the person, whether or not they are in an organization. */
export const ACCOUNT_GROUP: SettingsGroup = { label: 'Account', items: [PROFILE, SECURITY] }

export const SETTINGS_GROUPS: readonly SettingsGroup[] = [
  ACCOUNT_GROUP,
  { label: 'Organization', items: [ORGANIZATION, TEAM] },
  { label: 'Plan', items: [SUBSCRIPTION, PLANS, BILLING] },
]

/** Profile has two addresses (S2.14, S2.16). */
const ALIASES: Readonly<Record<string, string>> = { '/profile': PROFILE.path }

const pathOf = (path: string) => ALIASES[path] ?? path

export const isSettingsItem = (item: SettingsItem, path: string) => item.path === pathOf(path)

export const isInSettings = (path: string) =>
  SETTINGS_GROUPS.some(({ items }) => items.some((item) => isSettingsItem(item, path)))
