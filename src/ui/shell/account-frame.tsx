import { Box, Flex } from '@chakra-ui/react'
import { type ReactNode, Suspense } from 'react'
import { t } from '../../texts/t.ts'
import { VerificationReminder } from '../accounts/verification/reminder.tsx'
import { useActors } from '../actors.ts'
import { Button } from '../parts/button.tsx'
import { Link } from '../parts/link.tsx'
import { Brand } from './auth-layout.tsx'
import { LeaveDialog } from './over-page.tsx'
import { ShellActors } from './shell-actors.tsx'

/** The account of a person without an organization: the usual frame needs one. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { app } = useActors()
  return (
    <ShellActors>
      {() => (
        <>
          <VerificationReminder />
          <Flex
            align="center"
            gap="5"
            wrap="wrap"
            px={{ base: '5', md: '11' }}
            py="3"
            borderBottom="1px solid"
            borderColor="rule"
          >
            <Brand />
            <Link to="/" fontSize="md" ms="auto">
              {t('Create an organization')}
            </Link>
            <Button variant="ghost" size="sm" onClick={() => app.send({ type: 'logOut.requested' })}>
              {t('Log out')}
            </Button>
          </Flex>
          <Box as="main" id="content" tabIndex={-1} outline="none">
            {children}
          </Box>
          <Suspense fallback={null}>
            <LeaveDialog />
          </Suspense>
        </>
      )}
    </ShellActors>
  )
}
