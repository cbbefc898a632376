import { Flex, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import type { LogInRef } from '../../../machines/accounts/log-in.machine.ts'
import { t } from '../../../texts/t.ts'
import { useSearchParam } from '../../actors.ts'
import { Button } from '../../parts/button.tsx'
import { Form, FormError, SubmitButton, TextField } from '../../parts/form.tsx'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Rich } from '../../parts/rich.tsx'
import { useProvided, useProvidedActor } from '../../provided.ts'
import { AuthLayout } from '../../shell/auth-layout.tsx'

/** An address complete enough to show its domain. */
const DOMAIN = /@([^\s@]+\.[^\s@.]{2,})$/

/** S2.1, S2.2 */
export function LogInScreen() {
  const email = useSearchParam('email') ?? ''
  const actor = useProvidedActor('logIn', { input: { email } })
  const asksCode = useSelector(actor, (logIn) => logIn.hasTag('code'))
  return asksCode ? <CodeStep actor={actor} /> : <PasswordStep actor={actor} />
}

function PasswordStep({ actor }: { actor: LogInRef }) {
  const expired = useSearchParam('session_expired') !== null
  const returnTo = useSearchParam('return')
  const CompanyOffer = useProvided('CompanyOffer')
  const domain = useSelector(actor, ({ context }) => DOMAIN.exec(context.values.email.trim())?.[1])
  return (
    <AuthLayout title={t('Welcome back.')} lead={t('Log in to your assistants and knowledge bases.')}>
      <Form actor={actor} gap="4">
        {expired && <Notice tone="caution">{t('Your session has expired. Please log in again.')}</Notice>}
        <FormError />
        <TextField name="email" label={t('Email')} type="email" autoComplete="username" autoFocus />
        <TextField name="password" label={t('Password')} type="password" autoComplete="current-password" />
        <SubmitButton size="lg" mt="2" busy={t('Logging in…')}>
          {t('Log in')}
        </SubmitButton>
        <Suspense>{domain && <CompanyOffer domain={domain} />}</Suspense>
      </Form>
      <Flex textStyle="small" color="ink.2" mt="5" gap="2" justify="space-between" wrap="wrap">
        <Text>
          <Rich
            text={t('New here? <0>Create an account</0>')}
            parts={[
              <Link
                to={returnTo === null ? '/register' : `/register?return=${encodeURIComponent(returnTo)}`}
              />,
            ]}
          />
        </Text>
        <Link to="/forgot-password">{t('Forgot your password?')}</Link>
      </Flex>
    </AuthLayout>
  )
}

function CodeStep({ actor }: { actor: LogInRef }) {
  const busy = useSelector(actor, (logIn) => logIn.hasTag('busy'))
  return (
    <AuthLayout
      title={t('One more step.')}
      lead={t('Your account requires a code as well as your password.')}
    >
      <Form actor={actor} gap="4">
        <FormError />
        <TextField
          name="code"
          label={t('Code')}
          autoComplete="one-time-code"
          maxLength={40}
          hint={t('The six digits from your authenticator app, or one of your backup codes.')}
          autoFocus
        />
        <Stack gap="3" mt="2">
          <SubmitButton size="lg" busy={t('Checking…')}>
            {t('Continue')}
          </SubmitButton>
          <Button
            variant="link"
            size="inline"
            alignSelf="flex-start"
            disabled={busy}
            onClick={() => actor.send({ type: 'code.abandoned' })}
          >
            {t('Log in as someone else')}
          </Button>
        </Stack>
      </Form>
    </AuthLayout>
  )
}
