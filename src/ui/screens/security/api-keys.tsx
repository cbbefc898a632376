import { chakra, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { CreateApiKeyRef } from '../../../machines/create-api-key/create-api-key.machine.ts'
import type { ApiKey, ApiKeyScope } from '../../../services/contract/security.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { CheckList } from '../../parts/check-list.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { formatDate, formatDay } from '../../parts/format.ts'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Secret } from '../../parts/secret.tsx'
import { Section } from '../../parts/section.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { NeedsVerified, useIsUnverified } from '../../verification/needs-verified.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useResource } from '../../workspace.ts'
import { useSecurityMachines } from './machines.ts'
import { Row, Rows } from './row.tsx'
import { RowsSkeleton } from './sessions.tsx'

const scopes: readonly { id: ApiKeyScope; label: string; hint: string }[] = [
  { id: 'read', label: t('Read'), hint: t('look, and search') },
  { id: 'ask', label: t('Ask'), hint: t('ask assistants') },
  { id: 'write', label: t('Write'), hint: t('add, change and delete documents') },
  { id: 'manage', label: t('Manage'), hint: t('change assistants and conversations') },
]

const scopeName: Readonly<Record<ApiKeyScope, string>> = {
  read: t('read'),
  ask: t('ask'),
  write: t('write'),
  manage: t('manage'),
}

const lifetimes = [
  { value: '30', label: t('30 days') },
  { value: '90', label: t('90 days') },
  { value: '365', label: t('One year') },
  { value: '', label: t('Until you delete it') },
]

const Interface = ({ children }: { children?: ReactNode }) => (
  <chakra.a href="/docs" color="accent" textDecoration="underline" textUnderlineOffset="3px">
    {children}
  </chakra.a>
)

/** Keys for programs that act in one's name. */
export function ApiKeys() {
  const { createApiKey, deleteApiKey } = useSecurityMachines()
  const creation = useViewActor(createApiKey)
  const deletion = useViewActor(deleteApiKey)
  const keys = useResource('apiKeys', {})
  const isUnverified = useIsUnverified()
  return (
    <Section
      title={t('API keys')}
      lead={
        <Rich
          text={t(
            'For programs that act in your name, sent as <0>Authorization: Bearer lk_…</0> and described in <1>the interface</1>.',
          )}
          parts={[<code />, <Interface />]}
        />
      }
      action={
        !isUnverified && (
          <Button onClick={() => creation.send({ type: 'form.opened' })}>{t('New API key')}</Button>
        )
      }
    >
      <Stack gap="4">
        <NeedsVerified to={t('create API keys')} />
        <ResourceView
          resource={keys}
          skeleton={<RowsSkeleton />}
          empty={
            <Text color="ink.2" fontSize="md" fontStyle="italic">
              {t('No API keys yet.')}
            </Text>
          }
        >
          {(list) => (
            <Rows label={t('API keys')}>
              {list.map((key) => (
                <KeyRow
                  key={key.id}
                  apiKey={key}
                  onDelete={() =>
                    deletion.send({ type: 'confirmation.asked', subject: { id: key.id, name: key.name } })
                  }
                />
              ))}
            </Rows>
          )}
        </ResourceView>
      </Stack>
      <CreationDialogs actor={creation} />
      <ConfirmDialog
        actor={deletion}
        title={(name) => t('Delete the key “{name}”?', { name })}
        confirm={t('Delete key')}
        busy={t('Deleting…')}
      >
        <Rich
          text={t('Programs that use it are refused immediately. <0>This cannot be undone.</0>')}
          parts={[<b />]}
        />
      </ConfirmDialog>
    </Section>
  )
}

function KeyRow({ apiKey, onDelete }: { apiKey: ApiKey; onDelete: () => void }) {
  const { name, prefix, scopes, expires_at, last_used_at } = apiKey
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
        <Button size="sm" aria-label={t('Delete the key {name}', { name })} onClick={onDelete}>
          {t('Delete')}
        </Button>
      }
    >
      {prefix}… ·{' '}
      {expires_at === null
        ? t('does not expire')
        : t('until {expires_at}', { expires_at: formatDate(expires_at) })}{' '}
      ·{' '}
      {last_used_at === null
        ? t('never used')
        : t('last used {last_used_at}', { last_used_at: formatDay(last_used_at) })}
    </Row>
  )
}

function CreationDialogs({ actor }: { actor: CreateApiKeyRef }) {
  const secret = useSelector(actor, ({ context }) => context.output?.secret ?? null)
  const close = () => actor.send({ type: 'form.closed' })
  if (secret !== null)
    return (
      <Dialog
        open
        locked // Escape, pressed by mistake, would take it away for good.
        title={t('Your new API key')}
        description={t('Copy it now: it is not shown again.')}
        size="md"
        onClose={close}
      >
        <DialogBody>
          <Secret label={t('API key')} text={secret} />
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={close}>
            {t('I have kept it')}
          </Button>
        </DialogFooter>
      </Dialog>
    )
  return (
    <FormDialog actor={actor} title={t('New API key')} submit={t('Create key')} busy={t('Creating…')}>
      <TextField name="name" label={t('Name')} maxLength={60} placeholder={t('Nightly export')} autoFocus />
      <CheckList name="scopes" label={t('It may')} choices={scopes} empty="" />
      <SelectField name="lifetime" label={t('It works for')} options={lifetimes} />
    </FormDialog>
  )
}
