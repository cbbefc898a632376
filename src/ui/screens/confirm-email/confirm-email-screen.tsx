import { Stack } from '@chakra-ui/react'
import { useActorRef, useSelector } from '@xstate/react'
import { useMachines, useRouteParam } from '../../actors.tsx'
import { Button } from '../../parts/button.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { SkeletonLine } from '../../parts/states.tsx'
import { AuthLayout } from '../../shell/auth-layout.tsx'

/** Where the mail to a new address leads. */
export function ConfirmEmailScreen() {
  const actor = useActorRef(useMachines().confirmEmail, { input: { token: useRouteParam('token') } })
  const confirmation = useSelector(actor, (snapshot) => snapshot)
  return (
    <AuthLayout title="Your new address." lead="From now on you log in with it.">
      <Stack gap="5" align="flex-start">
        {confirmation.hasTag('loading') && <SkeletonLine height="3em" />}
        {confirmation.hasTag('failed') && (
          <>
            <Notice tone="error">{confirmation.context.error}</Notice>
            <Button onClick={() => actor.send({ type: 'retry.requested' })}>Try Again</Button>
          </>
        )}
        {confirmation.hasTag('done') && <Notice tone="good">Your e-mail address was changed.</Notice>}
        <ButtonLink to="/" variant={confirmation.hasTag('done') ? 'primary' : 'outline'}>
          Go to Home
        </ButtonLink>
      </Stack>
    </AuthLayout>
  )
}
