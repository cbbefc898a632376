import { Flex, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { LogInRef } from '../../../machines/log-in/log-in.machine.ts'
import { useSearchParam } from '../../actors.ts'
import { Button } from '../../parts/button.tsx'
import { Form, FormError, SubmitButton, TextField } from '../../parts/form.tsx'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useLogInMachines } from './machines.ts'

/** S2.1, S2.2 */
export function LogInScreen() {
  const email = useSearchParam('email') ?? ''
  const actor = useViewActor(useLogInMachines().logIn, { input: { email } })
  const asksCode = useSelector(actor, (logIn) => logIn.hasTag('code'))
  return asksCode ? <CodeStep actor={actor} /> : <PasswordStep actor={actor} />
}

function PasswordStep({ actor }: { actor: LogInRef }) {
  const expired = useSearchParam('session_expired') !== null
  const returnTo = useSearchParam('return')
  return (
    <AuthLayout title="Welcome back." lead="Log in to your assistants and what they know.">
      <Form actor={actor} gap="4">
        {expired && <Notice tone="caution">Your session has expired. Please log in again.</Notice>}
        <FormError />
        <TextField name="email" label="Email" type="email" autoComplete="username" autoFocus />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
        <SubmitButton size="lg" mt="2" busy="Logging in…">
          Log in
        </SubmitButton>
      </Form>
      <Flex textStyle="small" color="ink.2" mt="5" gap="2" justify="space-between" wrap="wrap">
        <Text>
          New here?{' '}
          <Link to={returnTo === null ? '/register' : `/register?return=${encodeURIComponent(returnTo)}`}>
            Create an account
          </Link>
        </Text>
        <Link to="/forgot-password">Forgot your password?</Link>
      </Flex>
    </AuthLayout>
  )
}

function CodeStep({ actor }: { actor: LogInRef }) {
  const busy = useSelector(actor, (logIn) => logIn.hasTag('busy'))
  return (
    <AuthLayout title="One more step." lead="Your account asks for a code as well as for your password.">
      <Form actor={actor} gap="4">
        <FormError />
        <TextField
          name="code"
          label="Code"
          autoComplete="one-time-code"
          maxLength={40}
          hint="The six digits from your authenticator app, or one of your backup codes."
          autoFocus
        />
        <Stack gap="3" mt="2">
          <SubmitButton size="lg" busy="Checking…">
            Continue
          </SubmitButton>
          <Button
            variant="link"
            size="inline"
            alignSelf="flex-start"
            disabled={busy}
            onClick={() => actor.send({ type: 'code.abandoned' })}
          >
            Log in as somebody else
          </Button>
        </Stack>
      </Form>
    </AuthLayout>
  )
}
