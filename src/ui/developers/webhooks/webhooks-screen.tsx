import { Flex, Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { selectSearch } from '../../../machines/shell/navigation/navigation.selectors.ts'
import type { Webhook } from '../../../services/contract/webhooks.ts'
import { t } from '../../../texts/t.ts'
import { useActors } from '../../actors.ts'
import { Button } from '../../parts/button.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { formatMoment } from '../../parts/format.ts'
import { Guide } from '../../parts/guide.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Row } from '../../parts/row.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { ManagedRows } from '../../shell/settings/managed-rows.tsx'
import { WEBHOOKS } from '../../shell/settings/settings-items.ts'
import { ManagersPage } from '../../shell/settings/settings-page.tsx'
import { useResource, useResourceData } from '../../workspace.ts'
import { CreationDialogs, WebhookFields } from './creation-dialogs.tsx'
import { DeliveriesSection } from './deliveries-section.tsx'
import { EVENTS } from './words.ts'

/** An organization's webhooks, the dialogs that create, change, test and delete them, and one's deliveries. */
function WebhooksSection({ organizationId }: { organizationId: string }) {
  const webhooks = useResource('webhooks', { organizationId })
  const creation = useProvidedActor('createWebhook')
  const change = useProvidedActor('changeWebhook')
  const deletion = useProvidedActor('deleteWebhook')
  const turningOn = useProvidedActor('turnOn')
  const turningOff = useProvidedActor('turnOff')
  const testing = useProvidedActor('sendTest')
  const shownId = new URLSearchParams(useSelector(useActors().navigation, selectSearch)).get('deliveries')
  const shown = useResourceData(webhooks)?.find(({ id }) => id === shownId)
  const open = (values: { webhook_id?: string } = {}) =>
    creation.send({ type: 'form.opened', organizationId, values })
  const edit = ({ id, url, events }: Webhook) =>
    change.send({
      type: 'form.opened',
      organizationId,
      values: { webhook_id: id, url, events },
    })
  const subjectOf = ({ id, url }: Webhook) => ({ organizationId, id, name: url })
  return (
    <Stack gap="4">
      <ManagedRows
        title={t('Endpoints')}
        lead={t('Each endpoint gets the events you choose, signed with its own secret.')}
        action={<Button onClick={() => open()}>{t('New webhook')}</Button>}
        needs={t('create webhooks')}
        resource={webhooks}
        empty={[
          t('No webhooks yet.'),
          <Rich
            text={t(
              'Notify your systems when a question is answered or left unanswered, a document is ready, or someone asks for a person. <0>Read the guide</0>',
            )}
            parts={[<Guide to="api#webhooks" />]}
          />,
        ]}
      >
        {(list) =>
          list.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onEdit={() => edit(webhook)}
              onTest={() => ask(testing, subjectOf(webhook))}
              onSwitch={() => ask(webhook.enabled ? turningOff : turningOn, subjectOf(webhook))}
              onRenew={() => open({ webhook_id: webhook.id })}
              onDelete={() => ask(deletion, subjectOf(webhook))}
            />
          ))
        }
      </ManagedRows>
      {shown && <DeliveriesSection key={shown.id} organizationId={organizationId} webhook={shown} />}
      <CreationDialogs actor={creation} />
      <FormDialog actor={change} title={t('Edit webhook')} submit={t('Save')} busy={t('Saving…')}>
        <WebhookFields />
      </FormDialog>
      <ConfirmDialog
        actor={testing}
        title={() => t('Send a test?')}
        confirm={t('Send a test')}
        busy={t('Sending…')}
        isHarmless
      >
        {t('We send one event of type “test”. See the result under Deliveries.')}
      </ConfirmDialog>
      <ConfirmDialog
        actor={turningOn}
        title={() => t('Turn the webhook on?')}
        confirm={t('Turn on')}
        busy={t('Saving…')}
        isHarmless
      >
        {t('It receives events from now on.')}
      </ConfirmDialog>
      <ConfirmDialog
        actor={turningOff}
        title={() => t('Turn the webhook off?')}
        confirm={t('Turn off')}
        busy={t('Saving…')}
      >
        {t('Events that occur while it is off are not sent later.')}
      </ConfirmDialog>
      <ConfirmDialog
        actor={deletion}
        title={() => t('Delete the webhook?')}
        confirm={t('Delete webhook')}
        busy={t('Deleting…')}
      >
        <Rich text={t('Its deliveries are deleted as well. <0>This cannot be undone.</0>')} parts={[<b />]} />
      </ConfirmDialog>
    </Stack>
  )
}

/** The webhooks of an organization, for owners and admins. */
export function WebhooksScreen() {
  return (
    <ManagersPage
      title={t('Webhooks')}
      lead={t('Notify your systems when someone asks a question or a document changes.')}
      refusal={t('Only owners and admins can manage webhooks.')}
    >
      {(id) => <WebhooksSection organizationId={id} />}
    </ManagersPage>
  )
}

/** The deliveries of one of them are shown below the list: the address names it. */
const deliveriesPath = (id: string) => `${WEBHOOKS.path}?${new URLSearchParams({ deliveries: id })}`

interface WebhookRowProps {
  webhook: Webhook
  onEdit: () => void
  onTest: () => void
  onSwitch: () => void
  onRenew: () => void
  onDelete: () => void
}

function WebhookRow({ webhook, onEdit, onTest, onSwitch, onRenew, onDelete }: WebhookRowProps) {
  const { id, url, events, enabled, failing_since } = webhook
  return (
    <Row title={url} badge={<StateBadge webhook={webhook} />}>
      {events.map((event) => EVENTS[event]).join(' · ')}
      {failing_since !== null &&
        ` · ${t('failing since {failing_since}', { failing_since: formatMoment(failing_since) })}`}
      <Flex gap="2" wrap="wrap" mt="2.5">
        <ButtonLink to={deliveriesPath(id)} size="sm" aria-label={t('Deliveries to {url}', { url })}>
          {t('Deliveries')}
        </ButtonLink>
        <Button size="sm" aria-label={t('Edit {url}', { url })} onClick={onEdit}>
          {t('Edit')}
        </Button>
        <Button size="sm" aria-label={t('Send a test to {url}', { url })} onClick={onTest}>
          {t('Send a test')}
        </Button>
        <Button size="sm" aria-label={t('Renew the secret of {url}', { url })} onClick={onRenew}>
          {t('Renew secret')}
        </Button>
        <Button
          size="sm"
          aria-label={enabled ? t('Turn off {url}', { url }) : t('Turn on {url}', { url })}
          onClick={onSwitch}
        >
          {enabled ? t('Turn off') : t('Turn on')}
        </Button>
        <Button size="sm" aria-label={t('Delete the webhook {url}', { url })} onClick={onDelete}>
          {t('Delete')}
        </Button>
      </Flex>
    </Row>
  )
}

const StateBadge = ({ webhook: { enabled, failing_since } }: { webhook: Webhook }) => {
  if (!enabled) return <Badge tone="quiet">{t('Off')}</Badge>
  return failing_since === null ? (
    <Badge tone="good">{t('On')}</Badge>
  ) : (
    <Badge tone="problem">{t('Failing')}</Badge>
  )
}
