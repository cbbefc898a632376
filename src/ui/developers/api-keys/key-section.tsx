import { Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { CreateApiKeyRef } from '../../../machines/developers/create-api-key.machine.ts'
import type { ApiKey, ApiKeyScope, OrganizationApiKey } from '../../../services/contract/security.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { CheckList } from '../../parts/choice-list.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { KeyFacts, LifetimeField } from '../../parts/credentials.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Guide } from '../../parts/guide.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Row } from '../../parts/row.tsx'
import { Secret, SecretDialog } from '../../parts/secret.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvided, useProvidedActor } from '../../provided.ts'
import { ManagedRows } from '../../shell/settings/managed-rows.tsx'
import type { useResource } from '../../workspace.ts'

const scopes: readonly { id: ApiKeyScope; label: string; hint: string }[] = [
  { id: 'read', label: t('Read data'), hint: t('view and search') },
  { id: 'ask', label: t('Ask questions'), hint: t('get answers from assistants') },
  { id: 'write', label: t('Write'), hint: t('add, change and delete documents') },
  { id: 'manage', label: t('Manage'), hint: t('change assistants and conversations') },
]

/** The form for a new key, then its secret, once. */
function CreationDialogs({ actor }: { actor: CreateApiKeyRef }) {
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
      <LifetimeField />
    </FormDialog>
  )
}

interface KeySectionProps {
  keys: ReturnType<typeof useResource<'apiKeys' | 'organizationKeys'>>
  /** '' for the keys of a person. */
  organizationId: string
  title: string
  lead: ReactNode
}

/** A list of API keys, and the dialogs that create and delete them. */
export function KeySection({ keys, organizationId, title, lead }: KeySectionProps) {
  const creation = useProvidedActor('createApiKey')
  const deletion = useProvidedActor('deleteApiKey')
  const open = () => creation.send({ type: 'form.opened', organizationId })
  const confirmDeletion = ({ id, name }: ApiKey) => ask(deletion, { organizationId, id, name })
  return (
    <>
      <ManagedRows
        title={title}
        lead={lead}
        action={<Button onClick={open}>{t('New API key')}</Button>}
        needs={t('create API keys')}
        resource={keys}
        empty={[
          t('No API keys yet.'),
          <Rich
            text={t(
              'Let your own programs ask assistants, add documents and read conversations. You choose what each key can do. <0>Read the guide</0>',
            )}
            parts={[<Guide to="api" />]}
          />,
        ]}
      >
        {(list) =>
          list.map((key) => <KeyRow key={key.id} apiKey={key} onDelete={() => confirmDeletion(key)} />)
        }
      </ManagedRows>
      <CreationDialogs actor={creation} />
      <ConfirmDialog
        actor={deletion}
        title={(name) => t('Delete the key “{name}”?', { name })}
        confirm={t('Delete key')}
        busy={t('Deleting…')}
      >
        <Rich
          text={t('Programs that use it lose access immediately. <0>This cannot be undone.</0>')}
          parts={[<b />]}
        />
      </ConfirmDialog>
    </>
  )
}

const scopeName: Readonly<Record<ApiKeyScope, string>> = {
  read: t('read'),
  ask: t('ask'),
  write: t('write'),
  manage: t('manage'),
}

const EXAMPLE_KEY = '$LECTERN_KEY'

interface KeyRowProps {
  apiKey: ApiKey | OrganizationApiKey
  onDelete: () => void
}

function KeyRow({ apiKey, onDelete }: KeyRowProps) {
  const { name, scopes } = apiKey
  const maker = 'created_by' in apiKey ? apiKey.created_by : null
  return (
    <Row
      title={
        <>
          {name}
          {scopes.map((scope) => (
            <Badge key={scope} tone="quiet">
              {scopeName[scope]}
            </Badge>
          ))}
        </>
      }
      aside={
        <Flex gap="2" wrap="wrap" justify="flex-end">
          <CopyExample name={name} />
          <Button size="sm" aria-label={t('Delete the key {name}', { name })} onClick={onDelete}>
            {t('Delete')}
          </Button>
        </Flex>
      }
    >
      <KeyFacts {...apiKey} />
      {maker !== null && <> · {t('created by {maker}', { maker })}</>}
    </Row>
  )
}

/** Copies a first request; the secret is not known any more, so a variable replaces it. */
function CopyExample({ name }: { name: string }) {
  const exampleFor = useProvided('exampleFor')
  return (
    <CopyButton
      text={exampleFor(EXAMPLE_KEY)}
      label={(copied) =>
        copied ? t('The example for {name} is copied', { name }) : t('Copy an example for {name}', { name })
      }
    >
      {(copied) => (copied ? t('Copied') : t('Copy example'))}
    </CopyButton>
  )
}
