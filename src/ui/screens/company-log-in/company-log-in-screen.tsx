import { Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { SignInProblem } from '../../../services/contract/single-sign-on.ts'
import { t } from '../../../texts/t.ts'
import { useSearchParam } from '../../actors.ts'
import { Button } from '../../parts/button.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Notice } from '../../parts/notice.tsx'
import { SkeletonLine } from '../../parts/states.tsx'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useCompanyLogInMachines } from './machines.ts'

const PROBLEMS: Readonly<Record<SignInProblem, string>> = {
  expired: t(
    'This log-in was used already, took too long, or was begun in another browser. Please start again.',
  ),
  provider_unreachable: t('The log-in page of your organization did not answer. Please try again later.'),
  provider_refused: t('Your organization refused this log-in.'),
  provider_invalid: t(
    'The answer of your organization’s log-in page could not be trusted. Ask your administrator.',
  ),
  email_missing: t('Your organization did not tell your email address. Ask your administrator.'),
  email_unverified: t('Your organization has not verified your email address. Ask your administrator.'),
  email_other_domain: t('Your email address is not of a domain that your organization has verified.'),
  other_person: t(
    'Somebody else logged in with this email address before. Ask your administrator to remove and invite you.',
  ),
  removed: t('You were removed from this organization. Ask an administrator to invite you.'),
  organization_full: t(
    'Your organization has no room for another member. Ask an administrator to make some.',
  ),
  account_disabled: t('This account is disabled. Ask the people who run your Lectern.'),
}

/** Where the browser comes back to from the provider of an organization: its address says what went wrong. */
export function CompanyLogInScreen() {
  const problem = useSearchParam('problem')
  return (
    <AuthLayout title={t('Your organization.')} lead={t('You log in to Lectern with your account there.')}>
      <Stack gap="5" align="flex-start">
        {problem === null ? <Arrival /> : <Refused problem={SignInProblem.safeParse(problem).data} />}
      </Stack>
    </AuthLayout>
  )
}

function Arrival() {
  const actor = useViewActor(useCompanyLogInMachines().companyLogIn)
  const logIn = useSelector(actor, (snapshot) => snapshot)
  if (logIn.hasTag('refused')) return <Refused problem="expired" />
  if (logIn.hasTag('failed'))
    return (
      <>
        <Notice tone="error">{logIn.context.error}</Notice>
        <Button onClick={() => actor.send({ type: 'retry.requested' })}>{t('Try Again')}</Button>
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
