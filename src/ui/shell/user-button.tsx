import { Box, Text } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { t } from '../../texts/t.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Pressable } from '../parts/button.tsx'
import { initialsOf, nameOf } from '../parts/person.ts'
import { useResource, useResourceData } from '../workspace.ts'

type UserButtonProps = ComponentProps<typeof Pressable> & { collapsed: boolean }

/** Who is signed in; it opens the menu of the account. */
export function UserButton({ collapsed, ...props }: UserButtonProps) {
  const user = useResourceData(useResource('me', {}))
  return (
    <Pressable
      type="button"
      aria-label={t('Your account')}
      aria-haspopup="menu"
      display="flex"
      alignItems="center"
      gap="2.5"
      width="full"
      px={collapsed ? '1' : '2'}
      py="1.5"
      borderRadius="sm"
      _hover={{ bg: 'accent.wash' }}
      {...props}
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
          {nameOf(user) !== user.email && (
            <Text fontSize="xs" color="ink.2" truncate dir="auto">
              {user.email}
            </Text>
          )}
        </Box>
      )}
    </Pressable>
  )
}
