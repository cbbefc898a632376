import { Box, Flex, Menu, Portal, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Check, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import type { ThemeChoice } from '../../machines/theme/theme.machine.ts'
import type { User } from '../../services/contract/accounts.ts'
import { useActors, useResource, useResourceData } from '../actors.tsx'
import { Pressable } from '../parts/button.tsx'

const themes = [
  { choice: 'light', label: 'Light', icon: Sun },
  { choice: 'dark', label: 'Dark', icon: Moon },
  { choice: 'system', label: 'System', icon: Monitor },
] as const satisfies readonly { choice: ThemeChoice; label: string; icon: unknown }[]

/** S2.22, S1.3: who is signed in, the theme, the way out. */
export function UserMenu({ collapsed }: { collapsed: boolean }) {
  const { session, theme } = useActors()
  const user = useResourceData(useResource('me', {}))
  const choice = useSelector(theme, ({ value }) => value)
  return (
    <Box borderTop="1px solid" borderColor="rule" pt="2.5">
      <Menu.Root
        positioning={{ placement: 'top-start' }}
        onSelect={({ value }) =>
          value === 'log-out'
            ? session.send({ type: 'signOut.requested' })
            : theme.send({ type: 'theme.picked', choice: value as ThemeChoice })
        }
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
            <Flex
              aria-hidden
              align="center"
              justify="center"
              width="30px"
              height="30px"
              borderRadius="full"
              flexShrink={0}
              bg="ink"
              color="paper"
              fontSize="xs"
              fontWeight="semibold"
            >
              {user && initialsOf(user)}
            </Flex>
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

const nameOf = ({ first_name, last_name, email }: User) => `${first_name} ${last_name}`.trim() || email

const initialsOf = (user: User) =>
  (user.first_name || user.last_name ? [user.first_name, user.last_name] : [user.email])
    .map((part) => [...part][0] ?? '')
    .join('')
    .toUpperCase()
