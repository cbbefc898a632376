import { Box, Menu, Portal, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Check, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import type { ThemeChoice } from '../../machines/theme/theme.machine.ts'
import { useActors, useResource, useResourceData } from '../actors.tsx'
import { Avatar } from '../parts/avatar.tsx'
import { Pressable } from '../parts/button.tsx'
import { initialsOf, nameOf } from '../parts/person.ts'
import { accountItems } from './nav-items.ts'

const themes = [
  { choice: 'light', label: 'Light', icon: Sun },
  { choice: 'dark', label: 'Dark', icon: Moon },
  { choice: 'system', label: 'System', icon: Monitor },
] as const satisfies readonly { choice: ThemeChoice; label: string; icon: unknown }[]

/** S2.22, S1.3: who is signed in, the theme, the way out. */
export function UserMenu({ collapsed }: { collapsed: boolean }) {
  const { session, theme, navigation } = useActors()
  const user = useResourceData(useResource('me', {}))
  const choice = useSelector(theme, ({ value }) => value)
  return (
    <Box borderTop="1px solid" borderColor="rule" pt="2.5">
      <Menu.Root
        positioning={{ placement: 'top-start' }}
        onSelect={({ value }) => {
          if (value === 'log-out') session.send({ type: 'signOut.requested' })
          else if (value.startsWith('/')) navigation.send({ type: 'navigation.requested', path: value })
          else theme.send({ type: 'theme.picked', choice: value as ThemeChoice })
        }}
      >
        <Menu.Trigger asChild>
          <Pressable
            type="button"
            aria-label="Your account"
            display="flex"
            alignItems="center"
            gap="2.5"
            width="full"
            px={collapsed ? '1' : '2'}
            py="1.5"
            borderRadius="sm"
            _hover={{ bg: 'accent.wash' }}
          >
            <Avatar
              url={user?.profile_picture_url ?? null}
              initials={user ? initialsOf(user) : ''}
              size="30px"
              shape="person"
            />
            {!collapsed && user && (
              <Box minWidth={0} lineHeight="1.25">
                <Text fontSize="sm" fontWeight="bold" truncate>
                  {nameOf(user)}
                </Text>
                <Text fontSize="xs" color="ink.2" truncate>
                  {user.email}
                </Text>
              </Box>
            )}
          </Pressable>
        </Menu.Trigger>
        <Portal>
          <Menu.Positioner>
            <Menu.Content>
              {accountItems.map(({ path, label, icon: Icon }) => (
                <Menu.Item key={path} value={path}>
                  <Icon aria-hidden />
                  {label}
                </Menu.Item>
              ))}
              <Menu.Separator />
              <Menu.ItemGroup>
                <Menu.ItemGroupLabel>Theme</Menu.ItemGroupLabel>
                {themes.map(({ choice: value, label, icon: Icon }) => (
                  <Menu.Item key={value} value={value} closeOnSelect={false}>
                    <Icon aria-hidden />
                    <Text as="span" flex="1">
                      {label}
                    </Text>
                    {choice === value && <Check aria-label="current" />}
                  </Menu.Item>
                ))}
              </Menu.ItemGroup>
              <Menu.Separator />
              <Menu.Item value="log-out">
                <LogOut aria-hidden />
                Log out
              </Menu.Item>
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </Menu.Root>
    </Box>
  )
}
