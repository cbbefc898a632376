import type { GoldenValues } from '../../../machines/knowledge/golden.machine.ts'
import type { FormRef } from '../../../machines/shared/form/form.machine.ts'
import { GOLDEN_QUOTE_MAX, type GoldenQuestion } from '../../../services/contract/golden.ts'
import { SEARCH_QUERY_MAX } from '../../../services/contract/search.ts'
import { t } from '../../../texts/t.ts'
import { TextField, useFieldValue } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'

/** Creates or changes a golden question. */
export const WriteDialog = ({ actor }: { actor: FormRef<GoldenValues, GoldenQuestion> }) => (
  <FormDialog
    actor={actor}
    title={t('Golden question')}
    submit={t('Save')}
    busy={t('Saving…')}
    description={t('Add questions and the document each should find. Runs count how often it is found.')}
  >
    <TextField name="question" label={t('Question')} rows={2} maxLength={SEARCH_QUERY_MAX} autoFocus />
    <ExpectedDocument />
    <TextField
      name="quote"
      label={t('Words in the passage')}
      rows={3}
      maxLength={GOLDEN_QUOTE_MAX}
      hint={t('Optional. Copy the words from the document if only that passage counts.')}
    />
  </FormDialog>
)

function ExpectedDocument() {
  const knowledgeBaseId = String(useFieldValue('knowledgeBaseId'))
  const documents = useResourceData(
    useResource('documents', { organizationId: useOrganizationId(), knowledgeBaseId }),
  )
  return (
    <SelectField
      name="documentId"
      label={t('Document')}
      placeholder={t('Choose the document to find')}
      options={(documents ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
