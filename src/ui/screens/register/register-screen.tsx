import { Flex, Grid, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { RegisterRef } from '../../../machines/register/register.machine.ts'
import { useSearchParam } from '../../actors.ts'
import { Button } from '../../parts/button.tsx'
import { Form, FormError, SubmitButton, TextField } from '../../parts/form.tsx'
import { ButtonLink, Link } from '../../parts/link.tsx'
import { NewPasswordField } from '../../parts/new-password-field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useRegisterMachines } from './machines.ts'

/** S2.4, S5.1 */
export function RegisterScreen() {
  const email = useSearchParam('email') ?? ''
  const returnTo = useSearchParam('return')
  const actor = useViewActor(useRegisterMachines().register, { input: { email } })
  const mailed = useSelector(actor, (registration) => registration.hasTag('mailed'))
  const logIn = returnTo === null ? '/login' : `/login?return=${encodeURIComponent(returnTo)}`
  return mailed ? (
    <Mailed actor={actor} logIn={logIn} />
  ) : (
    <AuthLayout title="A place to ask." lead="Create an account. Your first knowledge base is a minute away.">
      <Form actor={actor}>
        <FormError />
        <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
          <TextField
            name="first_name"
            label="First name"
            autoComplete="given-name"
            maxLength={60}
            autoFocus
          />
          <TextField name="last_name" label="Last name" autoComplete="family-name" maxLength={60} />
        </Grid>
        <TextField name="email" label="Email" type="email" autoComplete="username" required />
        <NewPasswordField name="password" label="Password" />
        <TextField
          name="confirmation"
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          required
        />
        <SubmitButton size="lg" mt="2" busy="Creating your account…">
          Create account
        </SubmitButton>
      </Form>
      <Text textStyle="small" color="ink.2" mt="5">
        Already registered? <Link to={logIn}>Log in</Link>
      </Text>
    </AuthLayout>
  )
}

/** Whether the address has an account is said in the mail, and nowhere else. */
function Mailed({ actor, logIn }: { actor: RegisterRef; logIn: string }) {
  const email = useSelector(actor, ({ context }) => context.values.email)
  return (
    <AuthLayout title="Check your mail." lead="Check your email.">
      <Stack gap="5">
        <Notice tone="good">
          A mail is on its way to <b>{email}</b>. It says how to go on.
        </Notice>
        <Flex gap="3" wrap="wrap">
          <ButtonLink to={logIn} variant="primary" size="lg">
            Log in
          </ButtonLink>
          <Button size="lg" onClick={() => actor.send({ type: 'correction.requested' })}>
            Use another address
          </Button>
        </Flex>
        <Text textStyle="small" color="ink.2">
          Nothing there? Look among the unwanted mails, or{' '}
          <Link to="/forgot-password">choose a new password</Link>.
        </Text>
      </Stack>
    </AuthLayout>
  )
}
