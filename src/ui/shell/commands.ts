import { useSelector } from '@xstate/react'
import {
  Building2,
  Command as CommandIcon,
  Keyboard,
  LogOut,
  type LucideIcon,
  Megaphone,
  Monitor,
  Moon,
  PanelLeft,
  Plus,
  Search,
  Sun,
} from 'lucide-react'
import { useMemo } from 'react'
import { chatPath } from '../../machines/conversations/chat/chat-address.ts'
import {
  namesakesOf,
  selectCurrentOrganization,
} from '../../machines/organizations/organizations/organizations.selectors.ts'
import type { NavigationRef } from '../../machines/shell/navigation/navigation.machine.ts'
import { selectPathname } from '../../machines/shell/navigation/navigation.selectors.ts'
import { CONVERSATION_SEARCH_MAX } from '../../services/contract/conversations.ts'
import { t } from '../../texts/t.ts'
import { useActors } from '../actors.ts'
import { type Command, useShell } from '../shell-actors.ts'
import { useResource, useResourceData, useWorkspace } from '../workspace.ts'
import {
  accountItems,
  administratorItems,
  billingItems,
  chatItem,
  inboxItem,
  mainGroups,
} from './nav-items.ts'
import type { NavItem } from './settings/settings-items.ts'

const screen =
  (navigation: NavigationRef) =>
  ({ label, path, icon, keys }: NavItem): Command => ({
    id: path,
    label,
    group: t('Go to'),
    icon,
    ...(keys && { keys }),
    run: () => navigation.send({ type: 'navigation.requested', path }),
  })

/** Each action of the shell, once, and those of the current screen. */
export function useCommands(offered: readonly Command[]) {
  const { app, navigation, theme, sidebar } = useActors()
  const { organizations, createOrganization } = useWorkspace()
  const { palette, shortcuts, feedback } = useShell()
  const system = useResourceData(useResource('system', {}))
  const isAdministrator = system?.is_administrator ?? false
  const hasInbox = system?.inbox ?? false
  return useMemo(() => {
    const action = (id: string, label: string, icon: LucideIcon, run: () => void, more = {}): Command => ({
      id,
      label,
      group: t('Actions'),
      icon,
      run,
      ...more,
    })
    const pickTheme = (label: string, icon: LucideIcon, choice: 'light' | 'dark' | 'system') =>
      action(choice, label, icon, () => theme.send({ type: 'theme.picked', choice }), {
        group: t('Theme'),
        keywords: t('theme appearance mode'),
      })
    return {
      offered,
      screens: [
        chatItem,
        ...(hasInbox ? [inboxItem] : []),
        ...mainGroups.flatMap(({ items }) => items),
        ...billingItems,
      ].map(screen(navigation)),
      account: [
        ...accountItems.map(screen(navigation)),
        ...(isAdministrator ? administratorItems.map(screen(navigation)) : []),
      ],
      themes: [
        pickTheme(t('Light'), Sun, 'light'),
        pickTheme(t('Dark'), Moon, 'dark'),
        pickTheme(t('System'), Monitor, 'system'),
      ],
      palette: action(
        'palette',
        t('Search everything'),
        CommandIcon,
        () => palette.send({ type: 'picker.opened' }),
        {
          keys: 'Control+k',
        },
      ),
      toggleSidebar: action(
        'sidebar',
        t('Collapse or expand the sidebar'),
        PanelLeft,
        () => sidebar.send({ type: 'sidebar.toggled' }),
        { keys: 'Control+b' },
      ),
      shortcuts: action(
        'shortcuts',
        t('Keyboard shortcuts'),
        Keyboard,
        () => shortcuts.send({ type: 'shortcuts.opened' }),
        { keys: '[Shift]+?', keywords: t('help keys') },
      ),
      createOrganization: action('create-organization', t('Create Organization'), Plus, () =>
        createOrganization.send({ type: 'form.opened' }),
      ),
      sendFeedback: action('feedback', t('Send feedback'), Megaphone, () =>
        feedback.send({
          type: 'form.opened',
          organizationId: selectCurrentOrganization(organizations.getSnapshot())?.id ?? '',
          values: { page: selectPathname(navigation.getSnapshot()) },
        }),
      ),
      logOut: action('log-out', t('Log out'), LogOut, () => app.send({ type: 'logOut.requested' }), {
        keywords: t('sign out leave'),
      }),
    }
  }, [
    app,
    navigation,
    theme,
    sidebar,
    organizations,
    createOrganization,
    palette,
    shortcuts,
    feedback,
    isAdministrator,
    hasInbox,
    offered,
  ])
}

export type Commands = ReturnType<typeof useCommands>

/** Found by name: the organization's integrations and knowledge bases, and the other organizations. */
export function useThings(): readonly Command[] {
  const { navigation } = useActors()
  const { organizations } = useWorkspace()
  const { list, currentId } = useSelector(organizations, ({ context }) => context)
  const of = { organizationId: currentId ?? '' }
  const integrations = useResourceData(useResource('integrations', of))
  const knowledgeBases = useResourceData(useResource('knowledgeBases', of))
  const assistants = useResourceData(useResource('assistants', of))
  return useMemo(() => {
    const named =
      (group: string, folder: string, icon: LucideIcon) =>
      ({ id, name }: { id: string; name: string }): Command => ({
        ...screen(navigation)({ label: name, path: `${folder}/${id}`, icon }),
        group,
      })
    const [integrationsItem, knowledgeBasesItem] = mainGroups.at(-1)!.items
    const namesakes = namesakesOf(list)
    return [
      ...(assistants ?? []).map(({ id, name }) => ({
        ...screen(navigation)({
          label: t('Chat with {name}', { name }),
          path: chatPath({ assistantId: id }),
          icon: chatItem.icon,
        }),
        group: t('Chat'),
      })),
      ...(integrations ?? []).map(named(t('Integrations'), '/integrations', integrationsItem!.icon)),
      ...(knowledgeBases ?? []).map(
        named(t('Knowledge Bases'), '/knowledge-bases', knowledgeBasesItem!.icon),
      ),
      ...list
        .filter(({ id }) => id !== currentId)
        .map(({ id, name }) => ({
          id: `organization-${id}`,
          label: t('Switch to {name}', { name: [name, namesakes.get(id)].filter(Boolean).join(' · ') }),
          group: t('Organizations'),
          icon: Building2,
          run: () => organizations.send({ type: 'organization.picked', id }),
        })),
    ]
  }, [navigation, organizations, list, currentId, integrations, knowledgeBases, assistants])
}

/** The typed text may not be a name: conversations can always be searched for it. */
export function useContentSearch(query: string): readonly Command[] {
  const { navigation } = useActors()
  return useMemo(
    () =>
      query === ''
        ? []
        : [
            {
              ...screen(navigation)({
                label: t('Search conversations for “{query}”', { query }),
                path: `/conversations?${new URLSearchParams({ q: query.slice(0, CONVERSATION_SEARCH_MAX) })}`,
                icon: Search,
              }),
              group: t('Search'),
              isAlways: true,
            },
          ],
    [navigation, query],
  )
}
