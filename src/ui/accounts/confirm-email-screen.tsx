import { Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { VerificationRef } from '../../machines/accounts/verification.machine.ts'
import { t } from '../../texts/t.ts'
import { useRouteParam } from '../actors.ts'
import { ButtonLink } from '../parts/link.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { RetryButton, SkeletonLine } from '../parts/states.tsx'
import { useProvidedActor } from '../provided.ts'
import { AuthLayout } from '../shell/auth-layout.tsx'
import { SendLink } from './verification/send-link.tsx'

/** The target of the mail to a new account, or to an account's new address. */
export function ConfirmEmailScreen() {
  const actor = useProvidedActor('confirmEmail', { input: { token: useRouteParam('token') } })
  const verification = useProvidedActor('verification')
  const confirmation = useSelector(actor, (snapshot) => snapshot)
  const hasLogIn = useSelector(verification, (snapshot) => snapshot.hasTag('signedOut'))
  const isSignedOut = confirmation.hasTag('refused') && hasLogIn
  return (
    <AuthLayout title={t('Your address.')} lead={t('The link in the email confirms that it is yours.')}>
      <Stack gap="5" align="flex-start">
        {confirmation.hasTag('loading') && (
          <Loading width="full" label={t('Confirming your address')}>
            <SkeletonLine width="60%" />
          </Loading>
        )}
        {confirmation.hasTag('failed') && (
          <>
            <Notice tone="error">{confirmation.context.error}</Notice>
            <RetryButton actor={actor} />
          </>
        )}
        {confirmation.hasTag('refused') && (
          <>
            <Notice tone="error">{confirmation.context.error}</Notice>
            <NewLink actor={verification} />
          </>
        )}
        {confirmation.hasTag('done') && <Notice tone="good">{t('Your email address is confirmed.')}</Notice>}
        {/* Signed out, Home would be the log-in page that is offered already. */}
        {!isSignedOut && (
          <ButtonLink to="/" variant={confirmation.hasTag('done') ? 'primary' : 'outline'}>
            {t('Go to Home')}
          </ButtonLink>
        )}
      </Stack>
    </AuthLayout>
  )
}

/** Actions after a broken link, depending on who is signed in. */
function NewLink({ actor }: { actor: VerificationRef }) {
  const verification = useSelector(actor, (snapshot) => snapshot)
  if (verification.hasTag('unverified')) return <SendLink actor={actor} label={t('Send a new link')} />
  if (verification.hasTag('signedOut'))
    return (
      <>
        <Text color="ink.2">{t('Log in to get a new link.')}</Text>
        <ButtonLink to="/login" variant="primary">
          {t('Log in')}
        </ButtonLink>
      </>
    )
  return (
    verification.hasTag('verified') && (
      <Text color="ink.2" overflowWrap="anywhere">
        {t(
          'Your current address, {email}, is confirmed. If the link was for a different one, request it again in your profile.',
          { email: verification.context.email },
        )}
      </Text>
    )
  )
}
