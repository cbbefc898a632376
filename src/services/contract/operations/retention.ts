import { Retention, RetentionPreview } from '../retention.ts'
import { operation } from './operation.ts'
import { MANAGE, SEARCHING } from './phrases.ts'

const example = {
  body: { default_days: 365, rules: [{ integration_id: null, channel: 'playground', days: 30 }] },
}

/** How long an organization keeps conversations. */
export const retention = {
  get: operation('GET /api/v1/organizations/:organizationId/retention', Retention, {
    summary: 'Read how long conversations are kept',
    description: '`null` days keep them for good, which is the default.',
    may: 'manage',
    keys: MANAGE,
  }),
  preview: operation('POST /api/v1/organizations/:organizationId/retention/preview', RetentionPreview, {
    summary: 'Preview what rules would delete now',
    may: 'manage',
    keys: MANAGE,
    unaudited: SEARCHING,
    body: Retention,
    example,
  }),
  set: operation('PUT /api/v1/organizations/:organizationId/retention', Retention, {
    summary: 'Set how long conversations are kept',
    description:
      'The rule of an assistant and a channel comes before that of an assistant, that before the one of a channel, and that before the default. Days count from what was said last. Older conversations are deleted for good, within the hour and then every hour; those whose hand-over is not resolved stay.',
    may: 'manage',
    keys: MANAGE,
    body: Retention,
    example,
  }),
}
