import { useSelector } from '@xstate/react'
import type { ListModelsRef, ModelProviderRef } from '../../../machines/assistants/model-provider.machine.ts'
import {
  DEFAULT_BASE_URL,
  type ModelProtocol,
  PROVIDER_KEY_MAX,
  PROVIDER_NAME_MAX,
  PROVIDER_URL_MAX,
} from '../../../services/contract/models.ts'
import { t } from '../../../texts/t.ts'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { ModelLines } from './model-lines.tsx'
import { PROTOCOLS } from './provider-row.tsx'

const options = Object.entries(PROTOCOLS).map(([value, label]) => ({ value, label }))

/** Adds or changes a provider; typed values stay until its models have responded. */
export function ProviderDialog({ actor, list }: { actor: ModelProviderRef; list: ListModelsRef }) {
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
