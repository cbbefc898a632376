import { useSelector } from '@xstate/react'
import type { ModelProvider } from '../../../services/contract/models.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { listed } from '../../parts/format.ts'
import { useProvided } from '../../provided.ts'
import { ManagedRows } from '../../shell/settings/managed-rows.tsx'
import { ManagersPage } from '../../shell/settings/settings-page.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useResource } from '../../workspace.ts'
import { ProviderDialog } from './provider-dialog.tsx'
import { ProviderRow } from './provider-row.tsx'

const NOBODY: readonly string[] = []
const typed = (price: number | null) => (price === null ? '' : String(price))

/** An organization's providers, and the dialogs that add, change and delete them. */
function ProvidersSection({ organizationId }: { organizationId: string }) {
  const form = useViewActor(useProvided('modelProvider'))
  const list = useViewActor(useProvided('listModels'))
  const deletion = useViewActor(useProvided('deleteProvider'))
  const usedBy = useSelector(deletion, ({ context }) => context.subject?.parts ?? NOBODY)
  const open = (provider?: ModelProvider) => {
    list.send({ type: 'form.closed' })
    form.send({
      type: 'form.opened',
      organizationId,
      values: provider
        ? {
            provider_id: provider.id,
            name: provider.name,
            protocol: provider.protocol,
            base_url: provider.base_url,
            key_url: provider.key_hint === null ? '' : provider.base_url,
            models: provider.models.map(({ name, input, output }) => ({
              name,
              input: typed(input),
              output: typed(output),
            })),
            currency: provider.currency,
          }
        : {},
    })
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
                deletion.send({
                  type: 'confirmation.asked',
                  subject: {
                    organizationId,
                    id: provider.id,
                    name: provider.name,
                    parts: provider.used_by,
                  },
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
              { assistants: listed(usedBy) },
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
