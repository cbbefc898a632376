import {
  formOf,
  type handoverSettingsMachine,
} from '../../src/machines/visitors/handover-settings.machine.ts'
import type { HandoverSettings } from '../../src/services/contract/handover.ts'
import type { Model } from '../harness/model/model.ts'
import { refused, unanswered } from './form.model.ts'
import { recordKey, recordUnhandled } from './record.model.ts'

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
