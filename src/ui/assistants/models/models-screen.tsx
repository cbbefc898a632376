import { Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import {
  type ListModelsRef,
  type ModelProviderRef,
  storedProvider,
} from '../../../machines/assistants/model-provider.machine.ts'
import {
  DEFAULT_BASE_URL,
  type ModelProtocol,
  type ModelProvider,
  PROVIDER_KEY_MAX,
  PROVIDER_NAME_MAX,
  PROVIDER_URL_MAX,
} from '../../../services/contract/models.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { formatSum } from '../../parts/format.ts'
import { listedNames } from '../../parts/joined.ts'
import { Row } from '../../parts/row.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { ManagedRows } from '../../shell/settings/managed-rows.tsx'
import { ManagersPage } from '../../shell/settings/settings-page.tsx'
import { useResource } from '../../workspace.ts'
import { ModelLines } from './model-lines.tsx'

const NOBODY: readonly string[] = []

/** An organization's providers, and the dialogs that add, change and delete them. */
function ProvidersSection({ organizationId }: { organizationId: string }) {
  const form = useProvidedActor('modelProvider')
  const list = useProvidedActor('listModels')
  const deletion = useProvidedActor('deleteProvider')
  const usedBy = useSelector(deletion, ({ context }) => context.subject?.parts ?? NOBODY)
  const open = (provider?: ModelProvider) => {
    list.send({ type: 'form.closed' })
    form.send({ type: 'form.opened', organizationId, values: provider ? storedProvider(provider) : {} })
  }
  return (
    <>
      <ManagedRows
        title={t('Providers')}
        lead={t('We test each provider before saving it. Keys are stored encrypted and never shown again.')}
        action={<Button onClick={() => open()}>{t('Add provider')}</Button>}
        needs={t('add providers')}
        resource={useResource('modelProviders', { organizationId })}
        empty={[
          t('No providers yet.'),
          t(
            'Without a language model, assistants quote your documents. With one, they write answers in the language of the question. Add OpenAI, Anthropic, Ollama or a compatible server.',
          ),
        ]}
      >
        {(providers) =>
          providers.map((provider) => (
            <ProviderRow
              key={provider.id}
              provider={provider}
              onChange={() => open(provider)}
              onDelete={() =>
                ask(deletion, {
                  organizationId,
                  id: provider.id,
                  name: provider.name,
                  parts: provider.used_by,
                })
              }
            />
          ))
        }
      </ManagedRows>
      <ProviderDialog actor={form} list={list} />
      <ConfirmDialog
        actor={deletion}
        title={(name) => t('Delete {name}?', { name })}
        confirm={t('Delete provider')}
        busy={t('Deleting…')}
      >
        {usedBy.length === 0
          ? t('No assistant uses its models. Its key is deleted as well.')
          : t(
              '{assistants} use its models. They switch to their fallback, to the default model, or to quoting.',
              { assistants: listedNames(usedBy) },
            )}
      </ConfirmDialog>
    </>
  )
}

/** An organization's own language models, for owners and admins. */
export function ModelsScreen() {
  return (
    <ManagersPage
      title={t('Models')}
      lead={t('Language models with your own keys. Choose one for each assistant in its settings.')}
      refusal={t('Only owners and admins can manage models.')}
    >
      {(id) => <ProvidersSection organizationId={id} />}
    </ManagersPage>
  )
}

/** Product names, the same in every language. */
const PROTOCOLS: Readonly<Record<ModelProtocol, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  ollama: 'Ollama',
}
const options = Object.entries(PROTOCOLS).map(([value, label]) => ({ value, label }))

/** Adds or changes a provider; typed values stay until its models have responded. */
function ProviderDialog({ actor, list }: { actor: ModelProviderRef; list: ListModelsRef }) {
  const isNew = useSelector(actor, ({ context }) => context.values.provider_id === '')
  const protocol: ModelProtocol = useSelector(actor, ({ context }) => context.values.protocol)
  const hasKey = useSelector(actor, ({ context }) => context.values.key_url !== '')
  return (
    <FormDialog
      actor={actor}
      size="xl"
      title={isNew ? t('New provider') : t('Change provider')}
      submit={isNew ? t('Test and add') : t('Test and save')}
      busy={t('Testing its models…')}
    >
      <TextField
        name="name"
        label={t('Name')}
        maxLength={PROVIDER_NAME_MAX}
        placeholder={t('Company models')}
        autoFocus
      />
      <SelectField name="protocol" label={t('Protocol')} options={options} />
      <TextField
        name="base_url"
        label={t('Address')}
        maxLength={PROVIDER_URL_MAX}
        placeholder={DEFAULT_BASE_URL[protocol]}
        hint={t('Default: {address}', { address: DEFAULT_BASE_URL[protocol] })}
      />
      <TextField
        name="api_key"
        type="password"
        autoComplete="off"
        label={t('API key')}
        maxLength={PROVIDER_KEY_MAX}
        hint={hasKey ? t('Leave empty to keep the stored key.') : t('Optional')}
      />
      <ModelLines list={list} />
      <TextField
        name="currency"
        label={t('Currency')}
        hint={t('Three letters, for example EUR. Costs in different currencies are not added up.')}
      />
    </FormDialog>
  )
}

interface ProviderRowProps {
  provider: ModelProvider
  onChange: () => void
  onDelete: () => void
}

export function ProviderRow({ provider, onChange, onDelete }: ProviderRowProps) {
  const { name, protocol, base_url, key_hint, models, currency, used_by } = provider
  const priced = models.map(({ name: model, input, output }) =>
    input === null || output === null
      ? model
      : t('{model} ({input} input, {output} output)', {
          model,
          input: formatSum(input, currency),
          output: formatSum(output, currency),
        }),
  )
  const key =
    key_hint === null
      ? t('without a key')
      : key_hint === ''
        ? t('key stored')
        : t('key ending in {key_hint}', { key_hint })
  return (
    <Row title={name} badge={<Badge tone="quiet">{PROTOCOLS[protocol]}</Badge>}>
      {`${base_url} · ${key}`}
      <br />
      {priced.join(' · ')}
      <br />
      {used_by.length === 0
        ? t('No assistant uses it.')
        : t('Used by {assistants}.', { assistants: listedNames(used_by) })}
      <Flex as="span" gap="2" wrap="wrap" mt="2.5">
        <Button size="sm" aria-label={t('Change {name}', { name })} onClick={onChange}>
          {t('Change')}
        </Button>
        <Button size="sm" aria-label={t('Delete {name}', { name })} onClick={onDelete}>
          {t('Delete')}
        </Button>
      </Flex>
    </Row>
  )
}
