import { Flex, Stack } from '@chakra-ui/react'
import type { IdentityProviderRef } from '../../../machines/accounts/single-sign-on.machine.ts'
import { roleName } from '../../../services/contract/roles.ts'
import {
  CLAIM_MAX,
  CLIENT_ID_MAX,
  CLIENT_SECRET_MAX,
  DefaultRole,
  type IdentityProvider,
  ISSUER_MAX,
  type SingleSignOn,
} from '../../../services/contract/single-sign-on.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopiedValue } from '../../parts/copy-button.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Guide } from '../../parts/guide.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { Section } from '../../parts/section.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useProvidedActor } from '../../provided.ts'

/** The provider's details, and the roles that its members get. */
const ProviderDialog = ({ actor, isNew }: { actor: IdentityProviderRef; isNew: boolean }) => (
  <FormDialog
    actor={actor}
    title={isNew ? t('Add provider') : t('Change provider')}
    submit={t('Save')}
    busy={t('Saving…')}
  >
    <TextField
      name="issuer"
      label={t('Issuer')}
      maxLength={ISSUER_MAX}
      placeholder={t('https://login.example.com/realms/company')}
      hint={t('Copy it from the provider’s OpenID configuration.')}
      autoFocus
    />
    <TextField name="client_id" label={t('Client ID')} maxLength={CLIENT_ID_MAX} />
    <TextField
      name="client_secret"
      label={t('Client secret')}
      type="password"
      autoComplete="off"
      maxLength={CLIENT_SECRET_MAX}
      hint={
        isNew ? t('Stored encrypted and never shown again.') : t('Leave empty to keep the stored secret.')
      }
    />
    <SelectField
      name="default_role"
      label={t('Default role')}
      options={DefaultRole.options.map((value) => ({ value, label: roleName[value] }))}
    />
    <TextField
      name="role_claim"
      label={t('Role claim')}
      maxLength={CLAIM_MAX}
      placeholder={t('groups')}
      hint={t('Optional')}
    />
    <TextField
      name="role_mappings"
      label={t('Role mapping')}
      rows={4}
      placeholder={t('support-leads = admin')}
      hint={t(
        'One per line: a claim value or the name of a provisioned group. Members get the highest matching role at each log-in and group change, or the default role.',
      )}
    />
  </FormDialog>
)

interface ProviderSectionProps {
  organizationId: string
  settings: SingleSignOn
  mayChange: boolean
}

const valuesOf = (provider: IdentityProvider) => ({
  known_issuer: provider.issuer,
  known_client_id: provider.client_id,
  issuer: provider.issuer,
  client_id: provider.client_id,
  default_role: provider.default_role,
  role_claim: provider.role_claim,
  role_mappings: provider.role_mappings.map(({ value, role }) => `${value} = ${role}`).join('\n'),
})

/** The current provider, and the values to enter there. */
export function ProviderSection({ organizationId, settings, mayChange }: ProviderSectionProps) {
  const { provider, redirect_uri, backchannel_logout_uri } = settings
  const form = useProvidedActor('setProvider')
  const testing = useProvidedActor('testConnection')
  const removal = useProvidedActor('removeProvider')
  const title = t('Provider')
  const open = () =>
    form.send({
      type: 'form.opened',
      organizationId,
      values: provider ? valuesOf(provider) : {},
    })
  const subject = { organizationId, id: organizationId, name: provider?.issuer ?? '' }
  return (
    <Section
      title={title}
      lead={t('Create a client of type “web” at your provider with these two URLs.')}
      action={mayChange && <Button onClick={open}>{provider ? t('Change') : t('Add provider')}</Button>}
    >
      <Stack gap="4">
        <CopiedValue label={t('Redirect URL')} text={redirect_uri} />
        <CopiedValue label={t('Back-channel logout URL')} text={backchannel_logout_uri} />
        {provider === null ? (
          <EmptyState title={t('No provider yet.')}>
            <Rich
              text={t(
                'Connect Keycloak, Microsoft Entra ID, Google Workspace, Okta or any other provider that speaks OpenID Connect. <0>Read the guide</0>',
              )}
              parts={[<Guide to="single-sign-on" />]}
            />
          </EmptyState>
        ) : (
          <Rows label={title}>
            <Row title={provider.issuer}>
              {[
                t('Client ID: {client_id}', { client_id: provider.client_id }),
                t('Default role: {role}', { role: roleName[provider.default_role] }),
                ...provider.role_mappings.map(({ value, role }) => `${value} → ${roleName[role]}`),
              ].join(' · ')}
              <Flex gap="2" wrap="wrap" mt="2.5">
                <Button size="sm" onClick={() => ask(testing, subject)}>
                  {t('Test the connection')}
                </Button>
                {mayChange && (
                  <Button size="sm" onClick={() => ask(removal, subject)}>
                    {t('Remove provider')}
                  </Button>
                )}
              </Flex>
            </Row>
          </Rows>
        )}
      </Stack>
      <ProviderDialog actor={form} isNew={provider === null} />
      <ConfirmDialog
        actor={testing}
        title={() => t('Test the connection?')}
        confirm={t('Test')}
        busy={t('Testing…')}
        isHarmless
      >
        {t('We check the provider’s addresses and keys, the client ID and the secret.')}
      </ConfirmDialog>
      <ConfirmDialog
        actor={removal}
        title={() => t('Remove the provider?')}
        confirm={t('Remove provider')}
        busy={t('Removing…')}
      >
        {t(
          'Sessions started with it end within 15 minutes. Members then log in with a password, or set one with “Forgot your password?”.',
        )}
      </ConfirmDialog>
    </Section>
  )
}
