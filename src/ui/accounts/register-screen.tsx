import { Flex, Grid, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { RegisterRef } from '../../machines/accounts/register.machine.ts'
import { t } from '../../texts/t.ts'
import { useSearchParam } from '../actors.ts'
import { Button } from '../parts/button.tsx'
import { Form, FormError, SubmitButton, TextField } from '../parts/form.tsx'
import { ButtonLink, Link } from '../parts/link.tsx'
import { NewPasswordField } from '../parts/new-password-field.tsx'
import { Notice } from '../parts/notice.tsx'
import { Rich } from '../parts/rich.tsx'
import { useProvidedActor } from '../provided.ts'
import { AuthLayout } from '../shell/auth-layout.tsx'

/** S2.4, S5.1 */
export function RegisterScreen() {
  const email = useSearchParam('email') ?? ''
  const returnTo = useSearchParam('return')
  const isFirst = useSearchParam('first') !== null
  const actor = useProvidedActor('register', { input: { email } })
  const mailed = useSelector(actor, (registration) => registration.hasTag('mailed'))
  const logIn = returnTo === null ? '/login' : `/login?return=${encodeURIComponent(returnTo)}`
  return mailed ? (
    <Mailed actor={actor} logIn={logIn} />
  ) : (
    <AuthLayout
      title={isFirst ? t('Create the first account.') : t('Create your account.')}
      lead={
        isFirst
          ? t('This server has no accounts yet. Create yours, then invite your team.')
          : t('Your first knowledge base is a minute away.')
      }
    >
      <Form actor={actor}>
        <FormError />
        <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
          <TextField
            name="first_name"
            label={t('First name')}
            autoComplete="given-name"
            maxLength={60}
            autoFocus
          />
          <TextField name="last_name" label={t('Last name')} autoComplete="family-name" maxLength={60} />
        </Grid>
        <TextField name="email" label={t('Email')} type="email" autoComplete="username" required />
        <NewPasswordField name="password" label={t('Password')} />
        <TextField
          name="confirmation"
          label={t('Confirm password')}
          type="password"
          autoComplete="new-password"
          required
        />
        <SubmitButton size="lg" mt="2" busy={t('Creating your account…')}>
          {t('Create account')}
        </SubmitButton>
      </Form>
      {!isFirst && (
        <Text textStyle="small" color="ink.2" mt="5">
          <Rich text={t('Already registered? <0>Log in</0>')} parts={[<Link to={logIn} />]} />
        </Text>
      )}
    </AuthLayout>
  )
}

/** Only the mail says whether the address has an account. */
function Mailed({ actor, logIn }: { actor: RegisterRef; logIn: string }) {
  const email = useSelector(actor, ({ context }) => context.values.email)
  return (
    <AuthLayout title={t('Check your inbox.')} lead={t('Almost done.')}>
      <Stack gap="5">
        <Notice tone="good">
          <Rich
            text={t('We sent an email to <0>{email}</0>. Follow its link to continue.', { email })}
            parts={[<b />]}
          />
        </Notice>
        <Flex gap="3" wrap="wrap">
          <ButtonLink to={logIn} variant="primary" size="lg">
            {t('Log in')}
          </ButtonLink>
          <Button size="lg" onClick={() => actor.send({ type: 'correction.requested' })}>
            {t('Use another address')}
          </Button>
        </Flex>
        <Text textStyle="small" color="ink.2">
          <Rich
            text={t(
              'Didn’t get it? Check your spam folder. If you already have an account, <0>choose a new password</0>.',
            )}
            parts={[<Link to="/forgot-password" />]}
          />
        </Text>
      </Stack>
    </AuthLayout>
  )
}
