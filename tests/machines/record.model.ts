import type { AnyEventObject, AnyStateMachine } from 'xstate'
import { DEFAULT_RETRIEVAL_VALUES } from '../../src/machines/knowledge/retrieval-settings.machine.ts'
import { formOf } from '../../src/machines/visitors/handover-settings.machine.ts'
import type { PublicPageValues } from '../../src/machines/visitors/public-page.machine.ts'
import type { HandoverSettings } from '../../src/services/contract/handover.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { refused, unanswered } from './form.model.ts'

/** What tells two snapshots of a `record` apart. */
export const recordKey = ({
  context: { values, saved, unanswered, elsewhere, early, fieldErrors, error },
}: {
  context: Record<
    'values' | 'saved' | 'unanswered' | 'elsewhere' | 'early' | 'fieldErrors' | 'error',
    unknown
  >
}) => [values, saved, unanswered, elsewhere, early, fieldErrors, error]

/** What every `record` need not hear. */
export const recordUnhandled = [
  never(
    ['changes.discarded'],
    ['unchanged', 'changed.saving'],
    'Discard is shown where the machine takes the event.',
  ),
  harmless(
    ['form.submitted'],
    ['unchanged'],
    'Enter in a field submits, and nothing differs from what is saved.',
  ),
  harmless(
    ['form.submitted'],
    ['changed.saving'],
    'The same values are being saved; what is typed since stays, and can be saved next.',
  ),
]

interface RecordCase {
  readonly id: string
  readonly saved: object
  /** What is read to have changed elsewhere. */
  readonly read: object
  readonly field: string
  /** What is typed into the field. */
  readonly typed: readonly unknown[]
  /** Of what is typed, what the server saves. */
  readonly kept: unknown
  readonly also?: readonly AnyEventObject[]
}

/** Every record is the same statechart: one model with the values of each. */
const modelOfRecord = (record: RecordCase): Model<AnyStateMachine> => {
  const { id, saved, read, field, typed, kept, also = [] } = record
  return {
    input: { id, values: saved },
    events: () => [
      { type: 'record.read', values: { ...saved, ...read } },
      ...typed.map((value) => ({ type: 'field.changed', name: field, value })),
      ...also,
      { type: 'form.submitted' },
      { type: 'changes.discarded' },
    ],
    answers: ({ context }) => ({
      save: [{ ...(context.early ?? context.saved), [field]: kept }, refused, unanswered],
    }),
    unhandled: recordUnhandled,
    key: recordKey,
  }
}

const ACME = ['Acme', 'Acme ', 'Acme & Co', ' ']

/** The chart itself. */
export const recordModel = modelOfRecord({
  id: 'o1',
  saved: { name: 'Acme' },
  read: { name: 'Acme Boots' },
  field: 'name',
  typed: ACME,
  kept: 'Acme & Co',
})

export const retrievalSettingsModel = modelOfRecord({
  id: 'k1',
  saved: DEFAULT_RETRIEVAL_VALUES,
  read: { mode: 'keywords' },
  field: 'passage_overlap',
  typed: [0, 300, 601],
  kept: 300,
})

export const PROFILE = { first_name: 'Ada', last_name: 'Holm', job_title: '', timezone: '', locale: '' }

export const profileModel = modelOfRecord({
  id: 'u1',
  saved: PROFILE,
  read: { job_title: 'Head of boots' },
  field: 'first_name',
  typed: ['Ada', 'Ada ', 'Ida', ' '],
  kept: 'Ida',
})

export const organizationSettingsModel = modelOfRecord({
  id: 'o1',
  saved: { name: 'Acme', description: '' },
  read: { description: 'Boots' },
  field: 'name',
  typed: ACME,
  kept: 'Acme & Co',
})

export const OFF: PublicPageValues = {
  state: 'off',
  allowed_origins: [],
  visitor_limit: 20,
  daily_limit: 500,
  expires_on: '',
}

export const publicPageModel = modelOfRecord({
  id: 'i1',
  saved: OFF,
  read: { daily_limit: 100 },
  field: 'visitor_limit',
  typed: [20, 5, 0],
  kept: 5,
  also: [{ type: 'field.changed', name: 'expires_on', value: ' ' }],
})

export const NOT_OFFERED: HandoverSettings = {
  offered: [],
  inbox: true,
  email: '',
  zendesk_url: '',
  zendesk_email: '',
  zendesk_failure: null,
  office_hours: null,
  reply_hours: 0,
}

export const FORM = formOf(NOT_OFFERED)

export const handoverSettingsModel = modelOfRecord({
  id: 'i1',
  saved: FORM,
  read: { reply_hours: 8 },
  field: 'email',
  typed: ['', 'desk@example.com', 'desk'],
  kept: 'desk@example.com',
})
