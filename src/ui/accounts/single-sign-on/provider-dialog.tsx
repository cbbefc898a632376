import type { IdentityProviderRef } from '../../../machines/accounts/single-sign-on.machine.ts'
import { roleName } from '../../../services/contract/roles.ts'
import {
  CLAIM_MAX,
  CLIENT_ID_MAX,
  CLIENT_SECRET_MAX,
  DefaultRole,
  ISSUER_MAX,
} from '../../../services/contract/single-sign-on.ts'
import { t } from '../../../texts/t.ts'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { SelectField } from '../../parts/select-field.tsx'

/** The provider's details, and the roles that its members get. */
export const ProviderDialog = ({ actor, isNew }: { actor: IdentityProviderRef; isNew: boolean }) => (
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
