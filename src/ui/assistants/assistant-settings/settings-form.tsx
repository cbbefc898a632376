import { assistantValuesOf } from '../../../machines/assistants/assistant-settings.machine.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { TextField } from '../../parts/form.tsx'
import { KnowledgeBaseChoices } from '../../parts/knowledge-base-choices.tsx'
import { RecordForm, useRecord } from '../../parts/record-form.tsx'
import { FieldGroup } from '../../parts/section.tsx'
import { useProvided } from '../../provided.ts'
import { AnswerFields } from './answer-fields.tsx'

/** The draft. */
export const SettingsForm = ({ integration, editable }: { integration: Integration; editable: boolean }) => (
  <RecordForm
    actor={useRecord(useProvided('assistantSettings'), integration.id, integration, assistantValuesOf)}
    editable={editable}
    gap="9"
  >
    <FieldGroup title={t('Identity')}>
      <TextField name="name" label={t('Name')} maxLength={80} />
      <TextField
        name="description"
        label={t('Description')}
        maxLength={160}
        hint={t('For your team: shown on the assistant’s card.')}
      />
    </FieldGroup>
    <FieldGroup title={t('Knowledge')}>
      <KnowledgeBaseChoices label={t('Knowledge bases')} empty={t('No knowledge bases yet.')} />
    </FieldGroup>
    <FieldGroup title={t('Answers and model')}>
      <AnswerFields />
    </FieldGroup>
  </RecordForm>
)
