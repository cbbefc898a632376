import { useSelector } from '@xstate/react'
import type { CreateApiKeyRef } from '../../../machines/developers/create-api-key.machine.ts'
import type { ApiKeyScope } from '../../../services/contract/security.ts'
import { t } from '../../../texts/t.ts'
import { CheckList } from '../../parts/check-list.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { LifetimeField } from '../../parts/lifetime-field.tsx'
import { Secret } from '../../parts/secret.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { useProvided } from '../../provided.ts'

const scopes: readonly { id: ApiKeyScope; label: string; hint: string }[] = [
  { id: 'read', label: t('Read data'), hint: t('view and search') },
  { id: 'ask', label: t('Ask questions'), hint: t('get answers from assistants') },
  { id: 'write', label: t('Write'), hint: t('add, change and delete documents') },
  { id: 'manage', label: t('Manage'), hint: t('change assistants and conversations') },
]

/** The form for a new key, then its secret, once. */
export function CreationDialogs({ actor }: { actor: CreateApiKeyRef }) {
  const secret = useSelector(actor, ({ context }) => context.output?.secret ?? null)
  const exampleFor = useProvided('exampleFor')
  const close = () => actor.send({ type: 'form.closed' })
  if (secret !== null)
    return (
      <SecretDialog
        title={t('Your new API key')}
        description={t('Copy it now. You will not see it again.')}
        onClose={close}
      >
        <Secret label={t('API key')} text={secret} />
        <Secret label={t('First request')} text={exampleFor(secret)} />
      </SecretDialog>
    )
  return (
    <FormDialog actor={actor} title={t('New API key')} submit={t('Create key')} busy={t('Creating…')}>
      <TextField name="name" label={t('Name')} maxLength={60} placeholder={t('Nightly export')} autoFocus />
      <CheckList name="scopes" label={t('Permissions')} choices={scopes} empty="" />
      <LifetimeField endless={t('When you delete it')} />
    </FormDialog>
  )
}
