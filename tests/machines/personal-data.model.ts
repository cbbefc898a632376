import type { personalDataMachine } from '../../src/machines/organizations/personal-data.machine.ts'
import type { Erasure, PersonalData } from '../../src/services/contract/personal-data.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'

export const GRACE: PersonalData = {
  name: 'Grace Hopper',
  emails: ['grace@example.com'],
  kept: [
    { kind: 'account', count: 1, fate: 'kept' },
    { kind: 'conversations', count: 12, fate: 'deleted' },
    { kind: 'audit', count: 3, fate: 'unnamed' },
  ],
  blocked_by: null,
}
const OWNER: PersonalData = { ...GRACE, blocked_by: 'owner' }
const NOTHING: PersonalData = { name: '', emails: [], kept: [], blocked_by: null }

const BEGUN: Erasure = {
  id: 'e1',
  done: 0,
  total: 12,
  requested_at: '2026-01-31T12:00:00.000Z',
  finished_at: null,
  requested_by: 'Ann',
  erased: [{ kind: 'conversations', count: 12, fate: 'deleted' }],
}
export const RECEIPT: Erasure = { ...BEGUN, done: 12, finished_at: '2026-01-31T12:00:05.000Z' }

const AT = '/api/v1/organizations/:organizationId'

export const personalDataModel: Model<typeof personalDataMachine> = {
  input: { organizationId: 'o1' },
  events: () => [
    { type: 'field.changed', name: 'who', value: 'grace@example.com' },
    { type: 'field.changed', name: 'who', value: '' },
    { type: 'form.submitted' },
    { type: 'export.requested' },
    { type: 'erasure.requested' },
    { type: 'confirmation.given' },
    { type: 'confirmation.refused' },
    { type: 'retry.requested' },
    { type: 'receipt.requested', erasure: RECEIPT },
  ],
  answers: () => ({
    find: [GRACE, OWNER, NOTHING, ...failuresOf(`POST ${AT}/personal-data`)],
    export: [undefined, ...failuresOf(`POST ${AT}/personal-data/export`)],
    erase: [BEGUN, ...failuresOf(`POST ${AT}/erasures`)],
    read: [{ ...BEGUN, done: 7 }, RECEIPT, ...failuresOf(`GET ${AT}/erasures`)],
  }),
  unhandled: [
    never(
      ['field.changed'],
      ['looking', 'found.exporting', 'found.requesting', 'erasing'],
      'The field is disabled until the server answers.',
    ),
    harmless(
      ['form.submitted'],
      ['looking', 'found.exporting', 'found.requesting', 'erasing', 'erased'],
      'The button is disabled, or nobody is named.',
    ),
    never(['field.changed', 'form.submitted'], ['found.asking'], 'The dialog lies over the form.'),
    never(
      ['export.requested', 'erasure.requested'],
      ['editing', 'looking', 'nothing', 'erasing', 'erased'],
      'Both are offered beside what was found.',
    ),
    never(
      ['export.requested', 'erasure.requested'],
      ['found.exporting', 'found.asking', 'found.requesting'],
      'The buttons are disabled, or lie under the dialog.',
    ),
    never(
      ['confirmation.given', 'confirmation.refused'],
      [
        'editing',
        'looking',
        'nothing',
        'found.resting',
        'found.exporting',
        'found.requesting',
        'erasing',
        'erased',
      ],
      'The dialog is not on the screen.',
    ),
    never(
      ['retry.requested'],
      ['editing', 'looking', 'nothing', 'found', 'erasing.waiting', 'erasing.reading', 'erased'],
      'It is offered where the progress could not be read.',
    ),
  ],
  key: ({ context: { values, found, erasure, fieldErrors, error } }) => [
    values,
    found,
    erasure,
    fieldErrors,
    error,
  ],
}
