import { chakra, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ConnectChannelRef } from '../../../machines/visitors/connect-channel.machine.ts'
import type { ChannelKind } from '../../../services/contract/channels.ts'
import { labelIn } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { CHANNEL_NAMES } from '../../conversations/conversation/channel-names.ts'
import { ConnectionFields } from '../../parts/connection-fields.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FieldView } from '../../parts/resource-view.tsx'
import { Secret } from '../../parts/secret.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { useOrganizationId, useResource } from '../../workspace.ts'

/** Connects a channel, step by step, or changes the connection. */
export function ChannelDialog({ actor }: { actor: ConnectChannelRef }) {
  const kind = useSelector(actor, ({ context }) => context.values.kind)
  const isNew = useSelector(actor, ({ context }) => context.values.channel_id === '')
  const name = CHANNEL_NAMES[kind.kind]
  return (
    <FormDialog
      actor={actor}
      title={isNew ? t('Connect {name}', { name }) : t('Change the connection to {name}', { name })}
      description={t('Everyone who can write there gets answers from knowledge that is not restricted.')}
      submit={t('Test and connect')}
      busy={t('Connecting…')}
    >
      {isNew && <Steps kind={kind} />}
      {isNew && <AssistantField />}
      <ConnectionFields fields={kind.fields} isStored={!isNew} />
      <TextField
        name="daily_limit"
        label={t('Questions per day')}
        hint={t('For everyone together. After that, the assistant asks people to come back later.')}
        inputMode="numeric"
        autoComplete="off"
      />
    </FormDialog>
  )
}

function AssistantField() {
  const assistants = useResource('integrations', { organizationId: useOrganizationId() })
  return (
    <FieldView label={t('Assistant')} resource={assistants}>
      {(list) => (
        <SelectField
          name="integration_id"
          label={t('Assistant')}
          hint={t('Only published assistants can answer.')}
          options={list
            .filter(({ config_version }) => config_version !== null)
            .map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={t('Choose an assistant')}
        />
      )}
    </FieldView>
  )
}

/** The steps to take in the service first. */
const Steps = ({ kind: { kind, steps, manifest } }: { kind: ChannelKind }) => (
  <>
    <chakra.ol
      aria-label={t('Steps in {name}', { name: CHANNEL_NAMES[kind] })}
      listStyleType="decimal"
      ps="5"
      display="grid"
      gap="1.5"
    >
      {steps.map((step) => (
        <li key={step.code}>{labelIn(step)}</li>
      ))}
    </chakra.ol>
    {manifest !== null && (
      <chakra.details>
        <chakra.summary cursor="pointer" width="fit-content" py="2.5">
          <Text as="span" textStyle="small">
            {t('Show the manifest')}
          </Text>
        </chakra.summary>
        <Secret label={t('Manifest')} text={manifest} />
      </chakra.details>
    )}
  </>
)
