import { Box, Menu, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Check } from 'lucide-react'
import { useActors } from '../actors.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Pressable } from '../parts/button.tsx'
import { MenuLayer } from '../parts/menu-layer.tsx'
import { initialsOf, nameOf } from '../parts/person.ts'
import type { Command } from '../shell-actors.ts'
import { useResource, useResourceData } from '../workspace.ts'
import type { Commands } from './commands.ts'
import { Keys } from './keys.tsx'

/** S2.22, S1.3: who is signed in, their pages, the theme, the way out. */
export function UserMenu({ collapsed, commands }: { collapsed: boolean; commands: Commands }) {
  const { account, themes, shortcuts, logOut } = commands
  const { theme } = useActors()
  const user = useResourceData(useResource('me', {}))
  const choice = useSelector(theme, ({ value }) => value)
  return (
    <Box borderTop="1px solid" borderColor="rule" pt="2.5">
      <Menu.Root
        positioning={{ placement: 'top-start' }}
        lazyMount
        unmountOnExit
        onSelect={({ value }) =>
          [...account, ...themes, shortcuts, logOut].find(({ id }) => id === value)?.run()
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
            <Avatar
              url={user?.profile_picture_url ?? null}
              initials={user ? initialsOf(user) : ''}
              size="30px"
              shape="person"
            />
            {!collapsed && user && (
              <Box minWidth={0} lineHeight="1.25">
                <Text fontSize="sm" fontWeight="bold" truncate dir="auto">
                  {nameOf(user)}
                </Text>
                <Text fontSize="xs" color="ink.2" truncate dir="auto">
                  {user.email}
                </Text>
              </Box>
            )}
          </Pressable>
        </Menu.Trigger>
        <MenuLayer label="Your account">
          {account.map((command) => (
            <Line key={command.id} command={command} />
          ))}
          <Menu.Separator />
          <Menu.ItemGroup>
            <Menu.ItemGroupLabel>Theme</Menu.ItemGroupLabel>
            {themes.map((command) => (
              <Line key={command.id} command={command} isCurrent={choice === command.id} stays />
            ))}
          </Menu.ItemGroup>
          <Menu.Separator />
          <Line command={shortcuts} />
          <Line command={logOut} />
        </MenuLayer>
      </Menu.Root>
    </Box>
  )
}

function Line({
  command: { id, label, icon: Icon, keys },
  isCurrent = false,
  stays = false,
}: {
  command: Command
  isCurrent?: boolean
  /** Picking it does not close the menu. */
  stays?: boolean
}) {
  return (
    <Menu.Item value={id} closeOnSelect={!stays}>
      <Icon aria-hidden />
      <Text as="span" flex="1">
        {label}
      </Text>
      {keys && <Keys keys={keys} />}
      {isCurrent && <Check aria-label="current" />}
    </Menu.Item>
  )
}
