import { Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { SignInProblem } from '../../services/contract/single-sign-on.ts'
import { t } from '../../texts/t.ts'
import { useSearchParam } from '../actors.ts'
import { ButtonLink } from '../parts/link.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { RetryButton, SkeletonLine } from '../parts/states.tsx'
import { useProvidedActor } from '../provided.ts'
import { AuthLayout } from '../shell/auth-layout.tsx'

const PROBLEMS: Readonly<Record<SignInProblem, string>> = {
  expired: t(
    'This log-in link was already used, has expired, or was opened in another browser. Please start again.',
  ),
  provider_unreachable: t('Your organization’s log-in page did not respond. Please try again later.'),
  provider_refused: t('Your organization refused this log-in.'),
  provider_invalid: t(
    'The response from your organization’s log-in page could not be verified. Ask your administrator.',
  ),
  email_missing: t('Your organization did not share your email address. Ask your administrator.'),
  email_unverified: t('Your organization has not verified your email address. Ask your administrator.'),
  email_other_domain: t('Your organization has not verified the domain of your email address.'),
  other_person: t(
    'Someone else has used this email address to log in. Ask your administrator to remove you and invite you again.',
  ),
  removed: t('You were removed from this organization. Ask an administrator to invite you.'),
  organization_full: t('Your organization has no seats left. Ask an administrator to free one.'),
  account_disabled: t('This account is disabled. Contact your Lectern operator.'),
}

/** The page that the browser returns to from an organization's provider: its address says what went wrong. */
export function CompanyLogInScreen() {
  const problem = useSearchParam('problem')
  return (
    <AuthLayout title={t('Your organization.')} lead={t('Log in to Lectern with your work account.')}>
      <Stack gap="5" align="flex-start">
        {problem === null ? <Arrival /> : <Refused problem={SignInProblem.safeParse(problem).data} />}
      </Stack>
    </AuthLayout>
  )
}

function Arrival() {
  const actor = useProvidedActor('companyLogIn')
  const logIn = useSelector(actor, (snapshot) => snapshot)
  if (logIn.hasTag('refused')) return <Refused problem="expired" />
  if (logIn.hasTag('failed'))
    return (
      <>
        <Notice tone="error">{logIn.context.error}</Notice>
        <RetryButton actor={actor} />
      </>
    )
  return (
    <Loading width="full" label={t('Logging in…')}>
      <SkeletonLine height="3.4em" />
    </Loading>
  )
}

const Refused = ({ problem = 'expired' }: { problem: SignInProblem | undefined }) => (
  <>
    <Notice tone="error">{PROBLEMS[problem]}</Notice>
    <ButtonLink to="/login" variant="primary">
      {t('Back to log-in')}
    </ButtonLink>
  </>
)
