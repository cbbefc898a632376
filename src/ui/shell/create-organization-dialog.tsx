import { ORGANIZATION_DESCRIPTION_MAX, ORGANIZATION_NAME_MAX } from '../../services/contract/organizations.ts'
import { t } from '../../texts/t.ts'
import { TextField } from '../parts/form.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useWorkspace } from '../workspace.ts'

/** S2.40 to S2.44 */
export const CreateOrganizationDialog = () => (
  <FormDialog
    actor={useWorkspace().createOrganization}
    title={t('Create New Organization')}
    submit={t('Create Organization')}
    busy={t('Creating...')}
    size="lg"
  >
    <TextField
      name="name"
      label={t('Organization Name')}
      autoComplete="organization"
      maxLength={ORGANIZATION_NAME_MAX}
      required
    />
    <TextField
      name="description"
      label={t('Description')}
      rows={3}
      maxLength={ORGANIZATION_DESCRIPTION_MAX}
    />
  </FormDialog>
)
