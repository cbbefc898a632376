import { Box, Text } from '@chakra-ui/react'
import { Suspense, useId, useState } from 'react'
import { t } from '../../texts/t.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Pressable } from '../parts/button.tsx'
import { initialsOf, nameOf } from '../parts/person.ts'
import { useResource, useResourceData } from '../workspace.ts'
import type { Commands } from './commands.ts'
import { UserMenu } from './over-page.tsx'

/** The signed-in person; opens the account menu. */
export function Account({ collapsed, commands }: { collapsed: boolean; commands: Commands }) {
  const [open, setOpen] = useState(false)
  const opener = useId()
  return (
    <Box borderTop="1px solid" borderColor="rule" pt="2.5">
      <UserButton id={opener} open={open} onOpenChange={setOpen} collapsed={collapsed} />
      <Suspense fallback={null}>
        <UserMenu opener={opener} open={open} onOpenChange={setOpen} commands={commands} />
      </Suspense>
    </Box>
  )
}

const OPENING_KEYS = ['ArrowDown', 'ArrowUp']

interface UserButtonProps {
  id: string
  open: boolean
  onOpenChange: (open: boolean) => void
  collapsed: boolean
}

function UserButton({ id, open, onOpenChange, collapsed }: UserButtonProps) {
  const user = useResourceData(useResource('me', {}))
  return (
    <Pressable
      type="button"
      id={id}
      aria-label={t('Your account')}
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={() => onOpenChange(!open)}
      onKeyDown={(event) => {
        if (!OPENING_KEYS.includes(event.key)) return
        event.preventDefault()
        onOpenChange(true)
      }}
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
