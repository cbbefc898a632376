import { chakra } from '@chakra-ui/react'
import { useEffect } from 'react'
import { assistantValuesOf } from '../../../machines/assistants/assistant-settings.machine.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { Form, FormError, TextField } from '../../parts/form.tsx'
import { KnowledgeBaseChoices } from '../../parts/knowledge-base-choices.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import { AnswerFields } from './answer-fields.tsx'
import { FieldGroup } from './field-group.tsx'

/** The draft. */
export function SettingsForm({ integration, editable }: { integration: Integration; editable: boolean }) {
  const form = useViewActor(useProvided('assistantSettings'), {
    input: { id: integration.id, values: assistantValuesOf(integration) },
  })
  useEffect(
    () => form.send({ type: 'record.read', values: assistantValuesOf(integration) }),
    [form, integration],
  )
  return (
    <Form actor={form}>
      <FormError />
      <chakra.fieldset disabled={!editable} display="grid" gap="9">
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
      </chakra.fieldset>
      {editable && <SaveBar actor={form} />}
    </Form>
  )
}
