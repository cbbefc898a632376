import {
  BookOpen,
  ChartNoAxesColumn,
  Gauge,
  History,
  Inbox as InboxIcon,
  MessageCircle,
  MessageCircleQuestion,
  MessageSquareText,
  MessagesSquare,
  Search,
  Settings,
  Settings2,
  Sparkles,
} from 'lucide-react'
import { CHAT_PATH } from '../../machines/conversations/chat/chat-address.ts'
import { t } from '../../texts/t.ts'
import {
  BILLING,
  type NavGroup,
  type NavItem,
  ORGANIZATION_ITEMS,
  PLANS,
  PROFILE,
  SECURITY,
  SUBSCRIPTION,
} from './settings/settings-items.ts'

/** S2.14: shown above the groups of S2.20. */
export const chatItem: NavItem = { label: t('Chat'), path: CHAT_PATH, icon: MessageCircle, keys: 'g h' }

/** If the server supports hand-overs to people. */
export const inboxItem: NavItem = { label: t('Inbox'), path: '/inbox', icon: InboxIcon, keys: 'g n' }

/** S2.20 */
export const mainGroups: readonly NavGroup[] = [
  {
    label: t('Analytics'),
    items: [
      { label: t('Conversations'), path: '/conversations', icon: MessagesSquare, keys: 'g c' },
      { label: t('Usage'), path: '/usage', icon: Gauge, keys: 'g u' },
      { label: t('Source Analytics'), path: '/analytics', icon: ChartNoAxesColumn, keys: 'g a' },
    ],
  },
  {
    label: t('Configuration'),
    items: [
      { label: t('Integrations'), path: '/integrations', icon: Sparkles, keys: 'g i' },
      { label: t('Knowledge Bases'), path: '/knowledge-bases', icon: BookOpen, keys: 'g k' },
    ],
  },
]

/** S2.22 */
export const accountItems: readonly NavItem[] = [PROFILE, ...ORGANIZATION_ITEMS, SUBSCRIPTION, SECURITY]

/** S2.14: plans and payments. */
export const billingItems: readonly NavItem[] = [PLANS, BILLING]

/** The area that combines the two lists above. */
export const settingsItem: NavItem = { label: t('Settings'), path: PROFILE.path, icon: Settings }

/** For the administrators of the installation. */
export const administratorItems: readonly NavItem[] = [
  { label: t('Feedback received'), path: '/feedback', icon: MessageSquareText },
]

/** S2.21 */
export const integrationItems = (id: string): readonly NavItem[] => [
  { label: t('Playground'), path: `/integrations/${id}`, icon: MessageCircleQuestion },
  { label: t('Search'), path: `/integrations/${id}/search`, icon: Search },
  { label: t('Chat History'), path: `/integrations/${id}/history`, icon: History },
  { label: t('Settings'), path: `/integrations/${id}/settings`, icon: Settings2 },
]
