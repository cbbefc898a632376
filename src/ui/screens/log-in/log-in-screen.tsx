import { Text } from '@chakra-ui/react'
import { useActorRef } from '@xstate/react'
import { useMachines, useSearchParam } from '../../actors.tsx'
import { Form, FormError, Notice, SubmitButton, TextField } from '../../parts/form.tsx'
import { Link } from '../../parts/link.tsx'
import { AuthLayout } from '../../shell/auth-layout.tsx'

/** S2.1, S2.2 */
export function LogInScreen() {
  const actor = useActorRef(useMachines().logIn)
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
      <Text textStyle="small" color="ink.2" mt="5">
        New here?{' '}
        <Link to={returnTo === null ? '/register' : `/register?return=${encodeURIComponent(returnTo)}`}>
          Create an account
        </Link>
      </Text>
    </AuthLayout>
  )
}
