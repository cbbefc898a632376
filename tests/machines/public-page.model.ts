import type { PublicPageValues, publicPageMachine } from '../../src/machines/visitors/public-page.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { refused, unanswered } from './form.model.ts'
import { recordKey, recordUnhandled } from './record.model.ts'

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
