import { Box, chakra, Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Menu as MenuIcon, PanelLeft } from 'lucide-react'
import { useActors } from '../actors.tsx'
import { IconButton } from '../parts/button.tsx'
import { Link } from '../parts/link.tsx'
import { useBreadcrumbs, useTitle } from './breadcrumbs.ts'
import { NotificationBell } from './notifications/notification-bell.tsx'

/** S2.30 */
export function TopBar() {
  const { sidebar } = useActors()
  const collapsed = useSelector(sidebar, (snapshot) => snapshot.matches({ rail: 'collapsed' }))
  const trail = useBreadcrumbs()
  useTitle(trail)
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
      <IconButton label="Open menu" hideFrom="md" onClick={() => sidebar.send({ type: 'drawer.opened' })}>
        <MenuIcon aria-hidden />
      </IconButton>
      <IconButton
        label={collapsed ? 'Expand sidebar (Ctrl+B)' : 'Collapse sidebar (Ctrl+B)'}
        hideBelow="md"
        aria-expanded={!collapsed}
        onClick={() => sidebar.send({ type: 'sidebar.toggled' })}
      >
        <PanelLeft aria-hidden />
      </IconButton>
      <Box as="nav" aria-label="Breadcrumbs" minWidth={0} flex="1">
        <chakra.ol display="flex" gap="2" fontSize="md" color="ink.2" listStyleType="none" minWidth={0}>
          {trail.map(({ label, path }, place) => (
            <chakra.li
              key={path}
              display="flex"
              gap="2"
              minWidth={0}
              _last={{ flexShrink: 1 }}
              flexShrink={0}
            >
              {place > 0 && <span aria-hidden>/</span>}
              {place === trail.length - 1 ? (
                <chakra.b aria-current="page" color="ink" fontWeight="bold" truncate>
                  {label}
                </chakra.b>
              ) : (
                <Link to={path} fontWeight="normal" color="ink.2" truncate maxWidth="12rem">
                  {label}
                </Link>
              )}
            </chakra.li>
          ))}
        </chakra.ol>
      </Box>
      <NotificationBell />
    </Flex>
  )
}
