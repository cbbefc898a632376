import { Flex } from '@chakra-ui/react'
import { ORGANIZATION_NAME_MAX } from '../../services/contract/organizations.ts'
import { t } from '../../texts/t.ts'
import { useActors } from '../actors.ts'
import { Button } from '../parts/button.tsx'
import { Form, FormError, SubmitButton, TextField } from '../parts/form.tsx'
import { Link } from '../parts/link.tsx'
import { useProvidedActor } from '../provided.ts'
import { AuthLayout } from './auth-layout.tsx'
import { SECURITY } from './settings/settings-items.ts'

/** S2.32, S5.7 */
export function WelcomeScreen() {
  const actor = useProvidedActor('welcome')
  const { app } = useActors()
  return (
    <AuthLayout
      title={t('Name your organization.')}
      lead={t('It holds your knowledge bases, your assistants and your team.')}
    >
      <Form actor={actor}>
        <FormError />
        <TextField
          name="name"
          label={t('Organization Name')}
          autoComplete="organization"
          maxLength={ORGANIZATION_NAME_MAX}
          placeholder={t('Northwind Boots')}
          autoFocus
        />
        <SubmitButton size="lg" mt="2" busy={t('Creating...')}>
          {t('Create Organization')}
        </SubmitButton>
      </Form>
      <Flex mt="5" gap="5" align="center">
        <Button variant="link" size="inline" onClick={() => app.send({ type: 'logOut.requested' })}>
          {t('Log out')}
        </Button>
        <Link to={SECURITY.path} fontSize="sm" tone="accent">
          {t('Your account')}
        </Link>
      </Flex>
    </AuthLayout>
  )
}
