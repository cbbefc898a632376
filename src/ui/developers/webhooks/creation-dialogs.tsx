import { useSelector } from '@xstate/react'
import type { CreateWebhookRef } from '../../../machines/developers/webhook-forms.machine.ts'
import { WEBHOOK_URL_MAX } from '../../../services/contract/webhooks.ts'
import { t } from '../../../texts/t.ts'
import { CheckList } from '../../parts/choice-list.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Secret, SecretDialog } from '../../parts/secret.tsx'
import { EVENTS } from './words.ts'

/** A webhook's address and events. */
export const WebhookFields = () => (
  <>
    <TextField
      name="url"
      label={t('Address')}
      maxLength={WEBHOOK_URL_MAX}
      placeholder={t('https://hooks.example.com/lectern')}
      autoFocus
    />
    <CheckList
      name="events"
      label={t('Events')}
      choices={Object.entries(EVENTS).map(([id, label]) => ({ id, label, hint: id }))}
      empty=""
    />
  </>
)

/** The form for a new webhook, or the confirmation of a new secret, then the secret, once. */
export function CreationDialogs({ actor }: { actor: CreateWebhookRef }) {
  const secret = useSelector(actor, ({ context }) => context.output?.secret ?? null)
  const isNew = useSelector(actor, ({ context }) => context.values.webhook_id === '')
  const close = () => actor.send({ type: 'form.closed' })
  if (secret !== null)
    return (
      <SecretDialog
        title={t('Your webhook secret')}
        description={t('Copy it now. You will not see it again. Your endpoint uses it to check signatures.')}
        onClose={close}
      >
        <Secret label={t('Secret')} text={secret} />
      </SecretDialog>
    )
  if (!isNew)
    return (
      <FormDialog
        actor={actor}
        title={t('Renew the secret?')}
        description={t('For 24 hours, events are signed with both secrets, so that none are lost.')}
        submit={t('Renew secret')}
        busy={t('Renewing…')}
      >
        {null}
      </FormDialog>
    )
  return (
    <FormDialog actor={actor} title={t('New webhook')} submit={t('Create webhook')} busy={t('Creating…')}>
      <WebhookFields />
    </FormDialog>
  )
}
