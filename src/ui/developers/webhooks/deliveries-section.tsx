import { chakra } from '@chakra-ui/react'
import type { Webhook, WebhookDelivery } from '../../../services/contract/webhooks.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { formatMoment } from '../../parts/format.ts'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { EmptyLine, Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { stateBadge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useResource } from '../../workspace.ts'
import { eventName } from './words.ts'

/** Deliveries of a webhook, newest first, with its responses. */
export function DeliveriesSection({ organizationId, webhook }: { organizationId: string; webhook: Webhook }) {
  const { id, url } = webhook
  const again = useProvidedActor('sendAgain')
  const title = t('Deliveries')
  return (
    <Section title={title} lead={url}>
      <ResourceView
        resource={useResource('webhookDeliveries', { organizationId, id })}
        skeleton={<SkeletonRows count={2} />}
        empty={<EmptyLine>{t('No deliveries yet.')}</EmptyLine>}
      >
        {(list) => (
          <Rows label={title}>
            {list.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                onAgain={() =>
                  ask(again, { organizationId, id, name: eventName(delivery.type), parts: [delivery.id] })
                }
              />
            ))}
          </Rows>
        )}
      </ResourceView>
      <ConfirmDialog
        actor={again}
        title={(name) => t('Send “{name}” again?', { name })}
        confirm={t('Send again')}
        busy={t('Sending…')}
        isHarmless
      >
        {t('It keeps its ID, so your endpoint can recognize it.')}
      </ConfirmDialog>
    </Section>
  )
}

const DeliveryBadge = stateBadge<WebhookDelivery['status']>({
  pending: ['caution', t('Waiting')],
  succeeded: ['good', t('Delivered')],
  failed: ['problem', t('Failed')],
})

function DeliveryRow({ delivery, onAgain }: { delivery: WebhookDelivery; onAgain: () => void }) {
  const { type, status, attempts, response_status, response_excerpt, error, created_at, next_try_at, body } =
    delivery
  return (
    <Row
      title={eventName(type)}
      badge={<DeliveryBadge status={status} />}
      aside={
        status !== 'pending' && (
          <Button size="sm" aria-label={t('Send {name} again', { name: eventName(type) })} onClick={onAgain}>
            {t('Send again')}
          </Button>
        )
      }
    >
      {[
        formatMoment(created_at),
        t('{attempts, plural, =0 {not tried yet} one {# attempt} other {# attempts}}', { attempts }),
        response_status !== null && t('response {response_status}', { response_status }),
        error,
        next_try_at !== null &&
          attempts > 0 &&
          t('next try {next_try_at}', { next_try_at: formatMoment(next_try_at) }),
      ]
        .filter(Boolean)
        .join(' · ')}
      <chakra.details mt="1">
        <chakra.summary cursor="pointer" width="fit-content">
          {t('Request and response')}
        </chakra.summary>
        <Code text={body} />
        {response_excerpt !== '' && <Code text={response_excerpt} />}
      </chakra.details>
    </Row>
  )
}

const Code = ({ text }: { text: string }) => (
  <chakra.pre
    fontFamily="mono"
    fontSize="xs"
    whiteSpace="pre-wrap"
    overflowWrap="anywhere"
    mt="1.5"
    dir="ltr"
  >
    {text}
  </chakra.pre>
)
