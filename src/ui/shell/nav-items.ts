import {
  BookOpen,
  Building2,
  History,
  type LucideIcon,
  MessageCircleQuestion,
  MessagesSquare,
  Search,
  Settings2,
  ShieldCheck,
  Sparkles,
  UserRound,
} from 'lucide-react'

export interface NavItem {
  readonly label: string
  readonly path: string
  readonly icon: LucideIcon
}

export interface NavGroup {
  readonly label: string
  readonly items: readonly NavItem[]
}

/** S2.20 */
export const mainGroups: readonly NavGroup[] = [
  {
    label: 'Analytics',
    items: [{ label: 'Conversations', path: '/conversations', icon: MessagesSquare }],
  },
  {
    label: 'Configuration',
    items: [
      { label: 'Integrations', path: '/integrations', icon: Sparkles },
      { label: 'Knowledge Bases', path: '/knowledge-bases', icon: BookOpen },
    ],
  },
]

/** S2.22 */
export const accountItems: readonly NavItem[] = [
  { label: 'Profile', path: '/settings', icon: UserRound },
  { label: 'Organization', path: '/settings/organization', icon: Building2 },
  { label: 'Security', path: '/security', icon: ShieldCheck },
]

/** S2.21 */
export const integrationItems = (id: string): readonly NavItem[] => [
  { label: 'Playground', path: `/integrations/${id}`, icon: MessageCircleQuestion },
  { label: 'Search', path: `/integrations/${id}/search`, icon: Search },
  { label: 'Chat History', path: `/integrations/${id}/history`, icon: History },
  { label: 'Settings', path: `/integrations/${id}/settings`, icon: Settings2 },
]
