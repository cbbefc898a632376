import { chakra, Stack } from '@chakra-ui/react'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { assistantValuesOf } from '../../../machines/assistant-settings/assistant-settings.machine.ts'
import { canEdit } from '../../../machines/organizations/organizations.selectors.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import {
  useMachines,
  useOrganizationId,
  useResource,
  useResourceData,
  useRouteParam,
  useWorkspace,
} from '../../actors.tsx'
import { CheckList } from '../../parts/check-list.tsx'
import { Form, FormError, Notice, TextField } from '../../parts/form.tsx'
import { counted } from '../../parts/format.ts'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { SkeletonLine } from '../../parts/states.tsx'
import { DangerZone } from './danger-zone.tsx'

const LEAD = 'What this assistant is called, and what it answers from.'

/** S2.17: what an assistant is called, how it welcomes, what it answers from; and its end. */
export function AssistantSettingsScreen() {
  const organizationId = useOrganizationId()
  const id = useRouteParam('integrationId')
  const integration = useResource('integration', { organizationId, id })
  const editable = useSelector(useWorkspace().organizations, canEdit)
  return (
    <ResourceView resource={integration} skeleton={<Waiting />}>
      {(data) => (
        <Page title="Settings" lead={LEAD}>
          <Stack gap="10" maxWidth="column">
            <SettingsForm integration={data} editable={editable} />
            {editable && <DangerZone integration={data} />}
          </Stack>
        </Page>
      )}
    </ResourceView>
  )
}

const Waiting = () => (
  <Page title="Settings" lead={LEAD}>
    <Stack gap="6" maxWidth="column" aria-busy="true" aria-label="Loading">
      <SkeletonLine height="2.8em" />
      <SkeletonLine height="2.8em" />
      <SkeletonLine height="5em" />
      <SkeletonLine height="8em" />
    </Stack>
  </Page>
)

function SettingsForm({ integration, editable }: { integration: Integration; editable: boolean }) {
  const organizationId = useOrganizationId()
  const knowledgeBases = useResourceData(useResource('knowledgeBases', { organizationId })) ?? []
  const form = useActorRef(useMachines().assistantSettings, {
    input: { id: integration.id, values: assistantValuesOf(integration) },
  })
  useEffect(
    () => form.send({ type: 'record.read', values: assistantValuesOf(integration) }),
    [form, integration],
  )
  return (
    <Form actor={form}>
      {!editable && (
        <Notice tone="caution">Your role lets you read these settings, and not change them.</Notice>
      )}
      <FormError />
      <chakra.fieldset disabled={!editable} border="0" p="0" m="0" minWidth={0} display="grid" gap="5">
        <TextField name="name" label="Name" maxLength={80} />
        <TextField
          name="description"
          label="Description"
          maxLength={160}
          hint="For your team: it stands on the assistant's card."
        />
        <TextField
          name="welcome_message"
          label="Welcome message"
          rows={3}
          maxLength={500}
          hint="What stands there before the first question."
        />
        <CheckList
          name="knowledge_base_ids"
          label="Answers from"
          choices={knowledgeBases.map(({ id, name, counts }) => ({
            id,
            label: name,
            hint: counted(counts.documents, 'document'),
          }))}
          empty="There is no knowledge base yet."
        />
      </chakra.fieldset>
      {editable && <SaveBar actor={form} />}
    </Form>
  )
}
