import { chakra } from '@chakra-ui/react'
import { useEffect } from 'react'
import { assistantValuesOf } from '../../../machines/assistants/assistant-settings.machine.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { CheckList } from '../../parts/check-list.tsx'
import { Form, FormError, TextField } from '../../parts/form.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { SkeletonFields } from '../../parts/skeletons.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import { useOrganizationId, useResource } from '../../workspace.ts'
import { AnswerFields } from './answer-fields.tsx'
import { FieldGroup } from './field-group.tsx'

/** The draft. */
export function SettingsForm({ integration, editable }: { integration: Integration; editable: boolean }) {
  const organizationId = useOrganizationId()
  const knowledgeBases = useResource('knowledgeBases', { organizationId })
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
      <chakra.fieldset disabled={!editable} border="0" p="0" m="0" minWidth={0} display="grid" gap="9">
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
          <ResourceView resource={knowledgeBases} skeleton={<SkeletonFields count={1} />}>
            {(list) => (
              <CheckList
                name="knowledge_base_ids"
                label={t('Knowledge bases')}
                choices={list.map(({ id, name, counts }) => ({
                  id,
                  label: name,
                  hint: t('{documents, plural, =0 {No documents} one {# document} other {# documents}}', {
                    documents: counts.documents,
                  }),
                }))}
                empty={t('No knowledge bases yet.')}
              />
            )}
          </ResourceView>
        </FieldGroup>
        <FieldGroup title={t('Answers and model')}>
          <AnswerFields />
        </FieldGroup>
      </chakra.fieldset>
      {editable && <SaveBar actor={form} />}
    </Form>
  )
}
