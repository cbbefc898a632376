import type { WebhookDelivery, WebhookEvent } from '../../../services/contract/webhooks.ts'
import { t } from '../../../texts/t.ts'

export const EVENTS: Readonly<Record<WebhookEvent, string>> = {
  'conversation.created': t('Conversation started'),
  'conversation.answered': t('Question answered'),
  'answer.unanswered': t('No answer found'),
  'handover.requested': t('Person requested'),
  'document.ready': t('Document ready'),
  'document.failed': t('Document failed'),
  'document.deleted': t('Document deleted'),
}

export const eventName = (type: WebhookDelivery['type']) => (type === 'test' ? t('Test event') : EVENTS[type])
