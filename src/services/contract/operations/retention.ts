import { Retention, RetentionPreview } from '../retention.ts'
import { operation } from './operation.ts'
import { MANAGE, SEARCHING } from './phrases.ts'

const example = {
  body: { default_days: 365, rules: [{ integration_id: null, channel: 'playground', days: 30 }] },
}

/** How long an organization keeps conversations. */
export const retention = {
  get: operation('GET /api/v1/organizations/:organizationId/retention', Retention, {
    summary: 'Get the retention rules',
    description: '`null` days means forever, which is the default.',
    may: 'manage',
    keys: MANAGE,
  }),
  preview: operation('POST /api/v1/organizations/:organizationId/retention/preview', RetentionPreview, {
    summary: 'Preview what retention rules would delete',
    may: 'manage',
    keys: MANAGE,
    unaudited: SEARCHING,
    body: Retention,
    example,
  }),
  set: operation('PUT /api/v1/organizations/:organizationId/retention', Retention, {
    summary: 'Set the retention rules',
    description:
      'The most specific rule applies: first one for an assistant and a channel, then for an assistant, then for a channel, then the default. Days are counted from the last message. Older conversations are permanently deleted within the hour, and every hour after that, unless their hand-over is unresolved.',
    may: 'manage',
    keys: MANAGE,
    body: Retention,
    example,
  }),
}
