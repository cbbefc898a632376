import { chakra, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { CreateApiKeyRef } from '../../../machines/create-api-key/create-api-key.machine.ts'
import type { ApiKey, ApiKeyScope } from '../../../services/contract/security.ts'
import { Button } from '../../parts/button.tsx'
import { CheckList } from '../../parts/check-list.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { formatDate, formatDay } from '../../parts/format.ts'
import { ResourceView } from '../../parts/resource-view.tsx'
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
  { id: 'read', label: 'Read', hint: 'look, and search' },
  { id: 'chat', label: 'Chat', hint: 'ask assistants' },
  { id: 'manage', label: 'Manage', hint: 'add, change, delete' },
]

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'Until you delete it' },
]

/** Keys for programs that act in one's name. */
export function ApiKeys() {
  const { createApiKey, deleteApiKey } = useSecurityMachines()
  const creation = useViewActor(createApiKey)
  const deletion = useViewActor(deleteApiKey)
  const keys = useResource('apiKeys', {})
  const isUnverified = useIsUnverified()
  return (
    <Section
      title="API keys"
      lead={
        <>
          For programs that act in your name, sent as <code>Authorization: Bearer lk_…</code> and described in{' '}
          <chakra.a href="/docs" color="accent" textDecoration="underline" textUnderlineOffset="3px">
            the interface
          </chakra.a>
          .
        </>
      }
      action={
        !isUnverified && <Button onClick={() => creation.send({ type: 'form.opened' })}>New API key</Button>
      }
    >
      <Stack gap="4">
        <NeedsVerified to="create API keys" />
        <ResourceView
          resource={keys}
          skeleton={<RowsSkeleton />}
          empty={
            <Text color="ink.2" fontSize="md" fontStyle="italic">
              No program has a key of yours.
            </Text>
          }
        >
          {(list) => (
            <Rows label="API keys">
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
        title={(name) => `Delete the key “${name}”?`}
        confirm="Delete key"
        busy="Deleting…"
      >
        Programs that use it are refused from the next request on. <b>This cannot be undone.</b>
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
              {scope}
            </Badge>
          ))}
        </>
      }
      aside={
        <Button size="sm" aria-label={`Delete the key ${name}`} onClick={onDelete}>
          Delete
        </Button>
      }
    >
      {prefix}… · {expires_at === null ? 'does not expire' : `until ${formatDate(expires_at)}`} ·{' '}
      {last_used_at === null ? 'never used' : `last used ${formatDay(last_used_at)}`}
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
        title="Your new API key"
        description="Copy it now: it is not shown again."
        size="md"
        onClose={close}
      >
        <DialogBody>
          <Secret label="API key" text={secret} />
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={close}>
            I have kept it
          </Button>
        </DialogFooter>
      </Dialog>
    )
  return (
    <FormDialog actor={actor} title="New API key" submit="Create key" busy="Creating…">
      <TextField name="name" label="Name" maxLength={60} placeholder="Nightly export" autoFocus />
      <CheckList name="scopes" label="It may" choices={scopes} empty="" />
      <SelectField name="lifetime" label="It works for" options={lifetimes} />
    </FormDialog>
  )
}
