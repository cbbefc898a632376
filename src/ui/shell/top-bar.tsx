import { Box, Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Menu as MenuIcon, PanelLeft, Search } from 'lucide-react'
import { t } from '../../texts/t.ts'
import { useActors } from '../actors.ts'
import { IconButton, Pressable } from '../parts/button.tsx'
import type { Command } from '../shell-actors.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import type { Commands } from './commands.ts'
import { Keys } from './keys.tsx'
import { NotificationBell } from './notifications/notification-bell.tsx'

/** S2.30 */
export function TopBar({ commands }: { commands: Commands }) {
  const { sidebar } = useActors()
  const collapsed = useSelector(sidebar, (snapshot) => snapshot.matches({ rail: 'collapsed' }))
  return (
    <Flex
      as="header"
      align="center"
      gap="2"
      height="14"
      px={{ base: '3', md: '4' }}
      borderBottom="1px solid"
      borderColor="rule"
      flexShrink={0}
      minWidth={0}
    >
      <IconButton
        label={t('Open menu')}
        hideFrom="md"
        onClick={() => sidebar.send({ type: 'drawer.opened' })}
      >
        <MenuIcon aria-hidden />
      </IconButton>
      <IconButton
        label={collapsed ? t('Expand sidebar (Ctrl+B)') : t('Collapse sidebar (Ctrl+B)')}
        hideBelow="md"
        aria-expanded={!collapsed}
        aria-keyshortcuts={commands.toggleSidebar.keys}
        onClick={commands.toggleSidebar.run}
      >
        <PanelLeft aria-hidden />
      </IconButton>
      <Box as="nav" aria-label={t('Breadcrumbs')} minWidth={0} flex="1">
        <Breadcrumbs />
      </Box>
      <PaletteButton command={commands.palette} />
      <NotificationBell />
    </Flex>
  )
}

/** Looks like the search field that it opens. */
const PaletteButton = ({ command: { label, keys = '', run } }: { command: Command }) => (
  <Pressable
    type="button"
    aria-label={label}
    aria-keyshortcuts={keys}
    display="flex"
    alignItems="center"
    gap="2"
    height="34px"
    px="2.5"
    borderRadius="sm"
    border={{ base: '0', md: '1px solid' }}
    borderColor={{ md: 'rule' }}
    color="ink.3"
    fontSize="sm"
    flexShrink={0}
    _hover={{ borderColor: 'control', color: 'ink.2' }}
    css={{ '& svg': { width: '16px', height: '16px' } }}
    onClick={run}
  >
    <Search aria-hidden />
    <Box as="span" hideBelow="lg" minWidth="24">
      {t('Search')}
    </Box>
    <Box as="span" hideBelow="md">
      <Keys keys={keys} />
    </Box>
  </Pressable>
)
