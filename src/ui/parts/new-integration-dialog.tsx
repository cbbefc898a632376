import { useSelector } from '@xstate/react'
import { type ComponentProps, Suspense, useState } from 'react'
import type { IntegrationValues } from '../../machines/assistants/create-integration.machine.ts'
import type { FormRef } from '../../machines/shared/form/form.machine.ts'
import { INTEGRATION_NAME_MAX, type Integration } from '../../services/contract/integrations.ts'
import { t } from '../../texts/t.ts'
import { TextField } from './form.tsx'
import { KnowledgeBaseChoices } from './knowledge-base-choices.tsx'
import { later } from './later.ts'

const FormDialog = later(async () => (await import('./form-dialog.tsx')).FormDialog)

/** For a screen that is opened first: the dialog's code is fetched when it is opened, and kept. */
function LaterFormDialog(props: ComponentProps<typeof FormDialog>) {
  const open = useSelector(props.actor, (form) => form.hasTag('open'))
  const [opened, setOpened] = useState(false)
  if (open && !opened) setOpened(true)
  if (!opened) return null
  return (
    <Suspense fallback={null}>
      <FormDialog {...props} />
    </Suspense>
  )
}

/** Asks for an assistant's name and its knowledge bases. */
export const NewIntegrationDialog = ({ actor }: { actor: FormRef<IntegrationValues, Integration> }) => (
  <LaterFormDialog actor={actor} title={t('New integration')} submit={t('Create')} busy={t('Creating…')}>
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
  </LaterFormDialog>
)
