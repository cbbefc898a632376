import type { profileMachine } from '../../src/machines/accounts/profile.machine.ts'
import {
  DEFAULT_RETRIEVAL_VALUES,
  type retrievalSettingsMachine,
} from '../../src/machines/knowledge/retrieval-settings.machine.ts'
import type { organizationSettingsMachine } from '../../src/machines/organizations/organization-settings.machine.ts'
import type { recordMachine } from '../../src/machines/shared/record.machine.ts'
import {
  formOf,
  type handoverSettingsMachine,
} from '../../src/machines/visitors/handover-settings.machine.ts'
import type { PublicPageValues, publicPageMachine } from '../../src/machines/visitors/public-page.machine.ts'
import type { HandoverSettings } from '../../src/services/contract/handover.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { refused, unanswered } from './form.model.ts'

/** What tells two snapshots of a `record` apart. */
export const recordKey = ({
  context: { values, saved, elsewhere, early, fieldErrors, error },
}: {
  context: Record<'values' | 'saved' | 'elsewhere' | 'early' | 'fieldErrors' | 'error', unknown>
}) => [values, saved, elsewhere, early, fieldErrors, error]

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

const SAVED = { name: 'Acme' }

/** The chart itself. */
export const recordModel: Model<typeof recordMachine> = {
  input: { id: 'o1', values: SAVED },
  events: () => [
    { type: 'record.read', values: { name: 'Acme Boots' } },
    ...['Acme', 'Acme ', 'Acme & Co', ' '].map((value) => ({ type: 'field.changed', name: 'name', value })),
    { type: 'form.submitted' },
    { type: 'changes.discarded' },
  ],
  answers: () => ({ save: [{ name: 'Acme & Co' }, refused, unanswered] }),
  unhandled: recordUnhandled,
  key: recordKey,
}

export const retrievalSettingsModel: Model<typeof retrievalSettingsMachine> = {
  input: { id: 'k1', values: DEFAULT_RETRIEVAL_VALUES },
  events: () => [
    { type: 'record.read', values: { ...DEFAULT_RETRIEVAL_VALUES, mode: 'keywords' } },
    ...[0, 300, 601].map((value) => ({ type: 'field.changed' as const, name: 'passage_overlap', value })),
    { type: 'form.submitted' },
    { type: 'changes.discarded' },
  ],
  answers: ({ context }) => ({
    save: [{ ...(context.early ?? context.saved), passage_overlap: 300 }, refused, unanswered],
  }),
  unhandled: recordUnhandled,
  key: recordKey,
}

export const PROFILE = { first_name: 'Ada', last_name: 'Holm', job_title: '', timezone: '', locale: '' }

export const profileModel: Model<typeof profileMachine> = {
  input: { id: 'u1', values: PROFILE },
  events: () => [
    { type: 'record.read', values: { ...PROFILE, job_title: 'Head of boots' } },
    ...['Ada', 'Ada ', 'Ida', ' '].map((value) => ({ type: 'field.changed', name: 'first_name', value })),
    { type: 'form.submitted' },
    { type: 'changes.discarded' },
  ],
  answers: ({ context }) => ({
    save: [{ ...(context.early ?? context.saved), first_name: 'Ida' }, refused, unanswered],
  }),
  unhandled: recordUnhandled,
  key: recordKey,
}

const SAVED_ORGANIZATION = { name: 'Acme', description: '' }

export const organizationSettingsModel: Model<typeof organizationSettingsMachine> = {
  input: { id: 'o1', values: SAVED_ORGANIZATION },
  events: () => [
    { type: 'record.read', values: { ...SAVED_ORGANIZATION, description: 'Boots' } },
    ...['Acme', 'Acme ', 'Acme & Co', ' '].map((value) => ({ type: 'field.changed', name: 'name', value })),
    { type: 'form.submitted' },
    { type: 'changes.discarded' },
  ],
  answers: ({ context }) => ({
    save: [{ ...(context.early ?? context.saved), name: 'Acme & Co' }, refused, unanswered],
  }),
  unhandled: recordUnhandled,
  key: recordKey,
}

export const OFF: PublicPageValues = {
  state: 'off',
  allowed_origins: [],
  visitor_limit: 20,
  daily_limit: 500,
  expires_on: '',
}

export const publicPageModel: Model<typeof publicPageMachine> = {
  input: { id: 'i1', values: OFF },
  events: () => [
    { type: 'record.read', values: { ...OFF, daily_limit: 100 } },
    ...[20, 5, 0].map((value) => ({ type: 'field.changed', name: 'visitor_limit', value })),
    { type: 'field.changed', name: 'expires_on', value: ' ' },
    { type: 'form.submitted' },
    { type: 'changes.discarded' },
  ],
  answers: ({ context }) => ({
    save: [{ ...(context.early ?? context.saved), visitor_limit: 5 }, refused, unanswered],
  }),
  unhandled: recordUnhandled,
  key: recordKey,
}

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

export const handoverSettingsModel: Model<typeof handoverSettingsMachine> = {
  input: { id: 'i1', values: FORM },
  events: () => [
    { type: 'record.read', values: { ...FORM, reply_hours: 8 } },
    ...['', 'desk@example.com', 'desk'].map((value) => ({ type: 'field.changed', name: 'email', value })),
    { type: 'form.submitted' },
    { type: 'changes.discarded' },
  ],
  answers: ({ context }) => ({
    save: [{ ...(context.early ?? context.saved), email: 'desk@example.com' }, refused, unanswered],
  }),
  unhandled: recordUnhandled,
  key: recordKey,
}
