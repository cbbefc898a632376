import type { IdentityProviderRef } from '../../machines/identity-provider/identity-provider.machine.ts'
import { roleName } from '../../services/contract/roles.ts'
import {
  CLAIM_MAX,
  CLIENT_ID_MAX,
  CLIENT_SECRET_MAX,
  DefaultRole,
  ISSUER_MAX,
} from '../../services/contract/single-sign-on.ts'
import { t } from '../../texts/t.ts'
import { TextField } from '../parts/form.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { SelectField } from '../parts/select-field.tsx'

/** What the provider is, and which roles its members get. */
export const ProviderDialog = ({ actor, isNew }: { actor: IdentityProviderRef; isNew: boolean }) => (
  <FormDialog
    actor={actor}
    title={isNew ? t('Set provider') : t('Change provider')}
    submit={t('Save')}
    busy={t('Saving…')}
  >
    <TextField
      name="issuer"
      label={t('Issuer')}
      maxLength={ISSUER_MAX}
      placeholder={t('https://login.example.com/realms/company')}
      hint={t('Exactly as the provider states it in its OpenID configuration.')}
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
        isNew
          ? t('It is stored encrypted, and not shown again.')
          : t('Leave it empty to keep the one that is stored.')
      }
    />
    <SelectField
      name="default_role"
      label={t('Role of new members')}
      options={DefaultRole.options.map((value) => ({ value, label: roleName[value] }))}
    />
    <TextField
      name="role_claim"
      label={t('Claim of roles')}
      maxLength={CLAIM_MAX}
      placeholder={t('groups')}
      hint={t('Empty: log-ins give no roles.')}
    />
    <TextField
      name="role_mappings"
      label={t('Roles by claim or group')}
      rows={4}
      placeholder={t('support-leads = admin')}
      hint={t(
        'One a line: a value of the claim or the name of a provisioned group. The highest fitting role is given at every log-in and with every change of the groups; who has none of them gets the role of new members.',
      )}
    />
  </FormDialog>
)
