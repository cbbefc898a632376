import { Retention, RetentionChange, RetentionPreview } from '../retention.ts'
import { operation } from './operation.ts'
import { MANAGE, SEARCHING } from './phrases.ts'

const example = {
  body: {
    default_days: 365,
    rules: [{ integration_id: null, channel: 'playground', days: 30 }],
    audit_days: 180,
    deleted_document_days: 14,
    delivery_days: 14,
  },
}

const NULL_DAYS =
  'In `default_days` and in a rule, `null` days mean forever. In `audit_days`, they mean as long as the plan keeps the audit log; in `deleted_document_days` and `delivery_days`, 30 days.'

/** How long an organization keeps conversations. */
export const retention = {
  get: operation('GET /api/v1/organizations/:organizationId/retention', Retention, {
    summary: 'Get the retention rules',
    description: `${NULL_DAYS} At first, all are \`null\`.`,
    may: 'manage',
    keys: MANAGE,
  }),
  preview: operation('POST /api/v1/organizations/:organizationId/retention/preview', RetentionPreview, {
    summary: 'Preview what retention rules would delete',
    may: 'manage',
    keys: MANAGE,
    unaudited: SEARCHING,
    body: RetentionChange,
    example,
  }),
  set: operation('PUT /api/v1/organizations/:organizationId/retention', Retention, {
    summary: 'Set the retention rules',
    description: `Replaces the default and all rules. Of \`audit_days\`, \`deleted_document_days\` and \`delivery_days\`, those that are left out stay as they are. ${NULL_DAYS}

The most specific rule applies: first one for an assistant and a channel, then for an assistant, then for a channel, then the default. Days are counted from the last message. Older conversations are permanently deleted within the hour, and every hour after that, unless their hand-over is unresolved.`,
    may: 'manage',
    keys: MANAGE,
    body: RetentionChange,
    example,
  }),
}
