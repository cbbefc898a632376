import type { IntegrationValues } from '../../machines/assistants/create-integration.machine.ts'
import type { FormRef } from '../../machines/shared/form/form.machine.ts'
import { INTEGRATION_NAME_MAX, type Integration } from '../../services/contract/integrations.ts'
import { t } from '../../texts/t.ts'
import { TextField } from './form.tsx'
import { FormDialog } from './form-dialog.tsx'
import { KnowledgeBaseChoices } from './knowledge-base-choices.tsx'

export interface NewIntegrationProps {
  actor: FormRef<IntegrationValues, Integration>
}

/** Asks for an assistant's name and its knowledge bases. */
export const NewIntegrationForm = ({ actor }: NewIntegrationProps) => (
  <FormDialog actor={actor} title={t('New integration')} submit={t('Create')} busy={t('Creating…')}>
    <TextField
      name="name"
      label={t('Name')}
      maxLength={INTEGRATION_NAME_MAX}
      placeholder={t('Returns helper')}
      autoFocus
    />
    <TextField name="description" label={t('Description')} maxLength={160} />
    <KnowledgeBaseChoices
      label={t('Knowledge bases to use')}
      empty={t('No knowledge bases yet. Create one first.')}
    />
  </FormDialog>
)
