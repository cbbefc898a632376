import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useId } from 'react'
import { pickerMachine } from '../../machines/shell/picker.machine.ts'
import { t } from '../../texts/t.ts'
import { useActors, usePath, useRouteParam } from '../actors.ts'
import { UpgradePrompt } from '../billing/upgrade-prompt.tsx'
import { Pressable } from '../parts/button.tsx'
import { Link } from '../parts/link.tsx'
import { Mark } from '../parts/mark.tsx'
import type { Command } from '../shell-actors.ts'
import { useViewActor } from '../view-actor.ts'
import { useOrganizationId, useResource, useResourceData } from '../workspace.ts'
import { Account } from './account.tsx'
import type { Commands } from './commands.ts'
import { chatItem, inboxItem, integrationItems, mainGroups, settingsItem } from './nav-items.ts'
import { OrganizationButton } from './organization-button.tsx'
import { OrganizationPicker } from './over-page.tsx'
import { isInSettings, type NavItem } from './settings/settings-items.ts'

/** S2.20 to S2.24. `collapsed` shows only icons. */
export function Sidebar({ collapsed, commands }: { collapsed: boolean; commands: Commands }) {
  const integrationId = useRouteParam('integrationId')
  const system = useResource('system', {})
  const inbox = useResourceData(system)?.inbox
  const isUnknown = useSelector(system.actor, (known) => known.hasTag('loading'))
  // It has its place before the server has said so: if it came later, it would move what is being clicked.
  const hasInbox = inbox ?? isUnknown
  return (
    <Flex
      as="nav"
      aria-label={t('Main')}
      direction="column"
      gap="1"
      height="full"
      bg="sheet"
      px={collapsed ? '1' : '3'}
      py="3.5"
      overflowY="auto"
      overflowX="hidden"
    >
      <Flex align="center" gap="2.5" px={collapsed ? '1.5' : '2'} pt="1" pb="3">
        <Mark />
        {!collapsed && (
          <>
            <Text as="span" fontFamily="heading" fontSize="1.375rem" lineHeight="1">
              {t('Lectern')}
            </Text>
            <Beta />
          </>
        )}
      </Flex>
      <OrganizationSwitcher collapsed={collapsed} commands={commands} />
      <Box mt="3" flex="1">
        {integrationId === '' ? (
          <>
            <Item item={chatItem} collapsed={collapsed} />
            {hasInbox && <Item item={inboxItem} collapsed={collapsed} />}
            {mainGroups.map(({ label, items }) => (
              <Group key={label} label={label} items={items} collapsed={collapsed} />
            ))}
          </>
        ) : (
          <IntegrationGroup key={integrationId} id={integrationId} collapsed={collapsed} />
        )}
      </Box>
      <UpgradePrompt collapsed={collapsed} />
      {integrationId === '' && <Item item={settingsItem} collapsed={collapsed} quiet />}
      <FeedbackLink collapsed={collapsed} command={commands.sendFeedback} />
      <Account collapsed={collapsed} commands={commands} />
    </Flex>
  )
}

const Beta = () => (
  <Text
    as="span"
    fontSize="10px"
    fontWeight="semibold"
    letterSpacing="wider"
    border="1px solid"
    borderColor="rule.2"
    borderRadius="full"
    px="1.5"
    py="0.5"
    lineHeight="1"
    color="ink.2"
  >
    {t('BETA')}
  </Text>
)

function IntegrationGroup({ id, collapsed }: { id: string; collapsed: boolean }) {
  const general = useResourceData(
    useResource('integrationGeneral', { organizationId: useOrganizationId(), id }),
  )
  return (
    <>
      <Item
        item={{ label: t('Main Menu'), path: '/integrations', icon: ArrowLeft }}
        collapsed={collapsed}
        quiet
      />
      <Group label={general?.name ?? ' '} items={integrationItems(id)} collapsed={collapsed} />
    </>
  )
}

function Group({
  label,
  items,
  collapsed,
}: {
  label: string
  items: readonly NavItem[]
  collapsed: boolean
}) {
  return (
    <Box mb="1">
      {!collapsed && (
        <Text textStyle="label" color="ink.3" px="2.5" pt="3" pb="1" lineClamp={1}>
          {label}
        </Text>
      )}
      <Box as="ul" listStyleType="none">
        {items.map((item) => (
          <li key={item.path}>
            <Item item={item} collapsed={collapsed} />
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** The look of a link, with its icon first. */
const line = (collapsed: boolean) =>
  ({
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    width: 'full',
    px: collapsed ? '0' : '2.5',
    justifyContent: collapsed ? 'center' : 'flex-start',
    py: '1.5',
    mb: '0.5',
    minHeight: '9',
    borderRadius: 'sm',
    fontSize: 'md',
    _hover: { bg: 'accent.wash', textDecoration: 'none' },
    css: {
      '& svg': { width: '17px', height: '17px', strokeWidth: 1.6, color: 'ink.3' },
      '&[aria-current] svg': { color: 'accent' },
    },
  }) as const

/** S1.3 */
const FeedbackLink = ({
  command: { label, icon: Icon, run },
  collapsed,
}: {
  command: Command
  collapsed: boolean
}) => (
  <Pressable
    type="button"
    aria-label={collapsed ? label : undefined}
    title={collapsed ? label : undefined}
    {...line(collapsed)}
    color="ink.2"
    onClick={run}
  >
    <Icon aria-hidden />
    {!collapsed && label}
  </Pressable>
)

interface ItemProps {
  item: NavItem
  collapsed: boolean
  quiet?: boolean
}

function Item({ item: { label, path, icon: Icon, keys }, collapsed, quiet = false }: ItemProps) {
  const { sidebar } = useActors()
  const shown = usePath()
  const current =
    shown === path ||
    (path === '/knowledge-bases' && shown.startsWith(`${path}/`)) ||
    (path === settingsItem.path && isInSettings(shown))
  return (
    <Link
      to={path}
      aria-current={current ? 'page' : undefined}
      aria-label={collapsed ? label : undefined}
      title={collapsed ? label : undefined}
      {...line(collapsed)}
      fontWeight={current ? 'semibold' : 'medium'}
      color={current ? 'accent' : quiet ? 'ink.2' : 'ink'}
      bg={current ? 'accent.wash' : 'transparent'}
      aria-keyshortcuts={keys}
      onClick={() => sidebar.send({ type: 'route.changed' })}
    >
      <Icon aria-hidden data-directional={Icon === ArrowLeft || undefined} />
      {!collapsed && label}
    </Link>
  )
}

/** S2.33: the current organization, which opens the list of the others. */
function OrganizationSwitcher({ collapsed, commands }: { collapsed: boolean; commands: Commands }) {
  const picker = useViewActor(pickerMachine)
  const opener = useId()
  return (
    <>
      <OrganizationButton picker={picker} id={opener} collapsed={collapsed} />
      <Suspense fallback={null}>
        <OrganizationPicker picker={picker} opener={opener} commands={commands} />
      </Suspense>
    </>
  )
}
