import { Box, Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Fragment, type ReactNode, Suspense } from 'react'
import { selectCurrentOrganization } from '../../machines/organizations/organizations/organizations.selectors.ts'
import { selectRouteId } from '../../machines/shell/navigation/navigation.selectors.ts'
import type { resourceMachine } from '../../machines/shell/resource/resource.machine.ts'
import type { WorkspaceRef } from '../../machines/shell/workspace.machine.ts'
import { t } from '../../texts/t.ts'
import { VerificationReminder } from '../accounts/verification/reminder.tsx'
import { useActors } from '../actors.ts'
import { UpgradeOffer } from '../billing/upgrade-offer.tsx'
import { Button } from '../parts/button.tsx'
import { RemedyContext } from '../parts/form.tsx'
import { Link } from '../parts/link.tsx'
import { ErrorState } from '../parts/states.tsx'
import { ShellActors } from '../shell-actors.ts'
import { WorkspaceContext } from '../workspace.ts'
import { Brand } from './auth-layout.tsx'
import { LeaveDialog } from './over-page.tsx'
import { Shell } from './shell.tsx'
import { Waiting } from './waiting.tsx'
import { WelcomeScreen } from './welcome-screen.tsx'

/** Asks before log-out, or leaving, would lose something. */
const Leaving = () => (
  <Suspense fallback={null}>
    <LeaveDialog />
  </Suspense>
)

/** The account of a person without an organization: the usual frame needs one. */
function AccountFrame({ children }: { children: ReactNode }) {
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
          <Leaving />
        </>
      )}
    </ShellActors>
  )
}

interface WorkspaceProps {
  actor: WorkspaceRef
  resource: typeof resourceMachine
  pages: typeof resourceMachine
  children: ReactNode
}

/** Screens that need no organization. */
const ACCOUNT_ROUTES: ReadonlySet<string> = new Set(['settings', 'profile', 'security'])

/** The page of a signed-in person: the welcome, their account, or the shell around a screen of the current organization. */
export function Workspace({ actor, resource, pages, children }: WorkspaceProps) {
  const { app, session, navigation } = useActors()
  const organizations = useSelector(actor, (workspace) => workspace.children.organizations)!
  const chat = useSelector(actor, (workspace) => workspace.children.chat)!
  const createOrganization = useSelector(actor, (workspace) => workspace.children.createOrganization)!
  const upgrade = useSelector(actor, (workspace) => workspace.children.upgrade)!
  const notifications = useSelector(actor, (workspace) => workspace.children.notifications)!
  const isAway = useSelector(session, (snapshot) => snapshot.hasTag('unreachable'))
  const mayRetry = useSelector(session, (snapshot) => snapshot.can({ type: 'retry.requested' }))
  const isLoading = useSelector(organizations, (snapshot) => snapshot.hasTag('loading'))
  const hasFailed = useSelector(organizations, (snapshot) => snapshot.hasTag('failed'))
  const isWelcome = useSelector(organizations, (snapshot) => snapshot.hasTag('welcome'))
  const current = useSelector(organizations, selectCurrentOrganization)
  const isOfAccount = ACCOUNT_ROUTES.has(useSelector(navigation, selectRouteId) ?? '')
  if (hasFailed)
    return (
      <Box p="11">
        <ErrorState
          message={t('Your organizations could not be loaded. Try again in a moment.')}
          onRetry={() => organizations.send({ type: 'retry.requested' })}
        >
          <Button variant="ghost" onClick={() => app.send({ type: 'logOut.requested' })}>
            {t('Log out')}
          </Button>
        </ErrorState>
        <Leaving />
      </Box>
    )
  if (isLoading)
    return (
      <Waiting
        isAway={isAway}
        {...(mayRetry && { onRetry: () => session.send({ type: 'retry.requested' }) })}
      />
    )
  return (
    <WorkspaceContext
      value={{
        workspace: actor,
        resource,
        pages,
        organizations,
        chat,
        createOrganization,
        notifications,
        upgrade,
      }}
    >
      <RemedyContext value={UpgradeOffer}>
        {isWelcome ? (
          isOfAccount ? (
            <AccountFrame>{children}</AccountFrame>
          ) : (
            <>
              <WelcomeScreen />
              <Leaving />
            </>
          )
        ) : (
          <Fragment key={current?.id}>
            <Shell>{children}</Shell>
          </Fragment>
        )}
      </RemedyContext>
    </WorkspaceContext>
  )
}
