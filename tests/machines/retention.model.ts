import type { retentionMachine } from '../../src/machines/organizations/retention.machine.ts'
import type { Retention, RetentionPreview, RetentionRule } from '../../src/services/contract/retention.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'

const RECORDS = { audit_days: null, deleted_document_days: null, delivery_days: null }
export const FOR_GOOD: Retention = { default_days: null, rules: [], ...RECORDS }
const MONTH: Retention = { default_days: 30, rules: [], ...RECORDS }
const ELSEWHERE: Retention = { default_days: 365, rules: [], ...RECORDS }
export const RULES: RetentionRule[] = [{ integration_id: null, channel: 'playground', days: 90 }]

export const DELETES: RetentionPreview = {
  conversations: 12,
  handovers: 2,
  oldest: '2025-03-03T12:00:00.000Z',
  audit_entries: 0,
  documents: 0,
  deliveries: 0,
}
export const NOTHING: RetentionPreview = {
  conversations: 0,
  handovers: 0,
  oldest: null,
  audit_entries: 0,
  documents: 0,
  deliveries: 0,
}

export const retentionModel: Model<typeof retentionMachine> = {
  input: { organizationId: 'o1', values: FOR_GOOD },
  events: () => [
    { type: 'record.read', values: FOR_GOOD },
    { type: 'record.read', values: ELSEWHERE },
    { type: 'field.changed', name: 'default_days', value: 30 },
    { type: 'field.changed', name: 'default_days', value: null },
    { type: 'field.changed', name: 'rules', value: RULES },
    { type: 'retry.requested' },
    { type: 'form.submitted' },
    { type: 'confirmation.given' },
    { type: 'confirmation.refused' },
    { type: 'changes.discarded' },
  ],
  answers: () => ({
    preview: [
      DELETES,
      NOTHING,
      ...failuresOf('POST /api/v1/organizations/:organizationId/retention/preview'),
    ],
    save: [MONTH, ...failuresOf('PUT /api/v1/organizations/:organizationId/retention')],
  }),
  unhandled: [
    never(
      ['retry.requested'],
      [
        'unchanged',
        'changed.editing.counting',
        'changed.editing.counted',
        'changed.editing.refused',
        'changed.asking',
        'changed.saving',
      ],
      'It is offered where the rules could not be counted, and not where they were refused.',
    ),
    harmless(
      ['form.submitted'],
      [
        'unchanged',
        'changed.editing.counting',
        'changed.editing.notCounted',
        'changed.editing.refused',
        'changed.saving',
      ],
      'The button is disabled until the server has counted what a change deletes.',
    ),
    never(['form.submitted', 'field.changed'], ['changed.asking'], 'The dialog lies over the form.'),
    never(['field.changed'], ['changed.saving'], 'The fields are disabled until the server answers.'),
    never(
      ['confirmation.given', 'confirmation.refused'],
      ['unchanged', 'changed.editing', 'changed.saving'],
      'The dialog is not on the screen.',
    ),
    never(
      ['changes.discarded'],
      ['unchanged', 'changed.asking', 'changed.saving'],
      'Discard is shown where the machine takes the event.',
    ),
  ],
  key: ({ context: { values, saved, preview, elsewhere, fieldErrors, error } }) => [
    values,
    saved,
    preview,
    elsewhere,
    fieldErrors,
    error,
  ],
}
