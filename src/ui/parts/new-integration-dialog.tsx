import type { IntegrationValues } from '../../machines/create-integration/create-integration.machine.ts'
import type { FormRef } from '../../machines/form/form.machine.ts'
import { INTEGRATION_NAME_MAX, type Integration } from '../../services/contract/integrations.ts'
import type { KnowledgeBase } from '../../services/contract/knowledge-bases.ts'
import { CheckList } from './check-list.tsx'
import { TextField } from './form.tsx'
import { FormDialog } from './form-dialog.tsx'
import { counted } from './format.ts'

interface NewIntegrationDialogProps {
  actor: FormRef<IntegrationValues, Integration>
  choices: readonly KnowledgeBase[]
}

/** An assistant gets its name and what it answers from. */
export const NewIntegrationDialog = ({ actor, choices }: NewIntegrationDialogProps) => (
  <FormDialog actor={actor} title="New integration" submit="Create" busy="Creating…">
    <TextField
      name="name"
      label="Name"
      maxLength={INTEGRATION_NAME_MAX}
      placeholder="Returns helper"
      autoFocus
    />
    <TextField name="description" label="Description" maxLength={160} />
    <CheckList
      name="knowledge_base_ids"
      label="Answers from"
      choices={choices.map(({ id, name, counts }) => ({
        id,
        label: name,
        hint: counted(counts.documents, 'document'),
      }))}
      empty="There is no knowledge base yet: create one first."
    />
  </FormDialog>
)
