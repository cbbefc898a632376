import { useEffect } from 'react'
import {
  ORGANIZATION_DESCRIPTION_MAX,
  ORGANIZATION_NAME_MAX,
  type Organization,
} from '../../services/contract/organizations.ts'
import { t } from '../../texts/t.ts'
import { TextField } from '../parts/form.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useWorkspace } from '../workspace.ts'

interface CreateOrganizationDialogProps {
  size?: 'sm' | 'md' | 'lg' | 'xl' | '2xl'
  /** S4.4 */
  onCreated?: (organization: Organization) => void
}

/** S2.40 to S2.44 */
export function CreateOrganizationDialog({ size = 'lg', onCreated }: CreateOrganizationDialogProps) {
  const { createOrganization: actor } = useWorkspace()
  useEffect(() => {
    const accepted = actor.on('form.accepted', ({ output }) => onCreated?.(output))
    return () => accepted.unsubscribe()
  }, [actor, onCreated])
  return (
    <FormDialog
      actor={actor}
      title={t('Create New Organization')}
      submit={t('Create Organization')}
      busy={t('Creating...')}
      size={size}
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
}
