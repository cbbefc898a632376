import { Flex } from '@chakra-ui/react'
import type { Webhook } from '../../../services/contract/webhooks.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { formatMoment } from '../../parts/format.ts'
import { ButtonLink } from '../../parts/link.tsx'
import { Row } from '../../parts/row.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { WEBHOOKS } from '../../shell/settings/settings-items.ts'
import { EVENTS } from './words.ts'

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

export function WebhookRow({ webhook, onEdit, onTest, onSwitch, onRenew, onDelete }: WebhookRowProps) {
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
