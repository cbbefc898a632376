import { Grid, Text } from '@chakra-ui/react'
import { useActorRef } from '@xstate/react'
import { useMachines, useSearchParam } from '../../actors.tsx'
import { Form, FormError, SubmitButton, TextField } from '../../parts/form.tsx'
import { Link } from '../../parts/link.tsx'
import { NewPasswordField } from '../../parts/new-password-field.tsx'
import { AuthLayout } from '../../shell/auth-layout.tsx'

/** S2.4, S5.1 */
export function RegisterScreen() {
  const email = useSearchParam('email') ?? ''
  const returnTo = useSearchParam('return')
  const actor = useActorRef(useMachines().register, { input: { email } })
  return (
    <AuthLayout title="A place to ask." lead="Create an account; your first knowledge base is a minute away.">
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
          label="Password, once more"
          type="password"
          autoComplete="new-password"
          required
        />
        <SubmitButton size="lg" mt="2" busy="Creating your account…">
          Create account
        </SubmitButton>
      </Form>
      <Text textStyle="small" color="ink.2" mt="5">
        Already registered?{' '}
        <Link to={returnTo === null ? '/login' : `/login?return=${encodeURIComponent(returnTo)}`}>
          Log in
        </Link>
      </Text>
    </AuthLayout>
  )
}
