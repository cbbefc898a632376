import { chakra, Heading, Stack } from '@chakra-ui/react'
import { type ReactNode, useEffect, useId } from 'react'
import { assistantValuesOf } from '../../../machines/assistant-settings/assistant-settings.machine.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { CheckList } from '../../parts/check-list.tsx'
import { Form, FormError } from '../../parts/form.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'
import { AnswerFields } from './answer-fields.tsx'
import { LookFields, OpeningFields } from './look-fields.tsx'
import { useAssistantSettingsMachines } from './machines.ts'

/** The draft. */
export function SettingsForm({ integration, editable }: { integration: Integration; editable: boolean }) {
  const organizationId = useOrganizationId()
  const knowledgeBases = useResourceData(useResource('knowledgeBases', { organizationId })) ?? []
  const form = useViewActor(useAssistantSettingsMachines().assistantSettings, {
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
        <Group title={t('Who it is')}>
          <LookFields />
        </Group>
        <Group title={t('What it answers from')}>
          <CheckList
            name="knowledge_base_ids"
            label={t('Knowledge bases')}
            choices={knowledgeBases.map(({ id, name, counts }) => ({
              id,
              label: name,
              hint: t('{documents, plural, =0 {No documents} one {# document} other {# documents}}', {
                documents: counts.documents,
              }),
            }))}
            empty={t('There is no knowledge base yet.')}
          />
        </Group>
        <Group title={t('How it answers')}>
          <AnswerFields />
        </Group>
        <Group title={t('Before the first question')}>
          <OpeningFields />
        </Group>
      </chakra.fieldset>
      {editable && <SaveBar actor={form} />}
    </Form>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack as="section" aria-labelledby={id} gap="5">
      <Heading as="h2" id={id} textStyle="section">
        {title}
      </Heading>
      {children}
    </Stack>
  )
}
