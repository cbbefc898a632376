import type { memberAccessMachine } from '../../src/machines/organizations/member-access.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'

export const memberAccessModel: Model<typeof memberAccessMachine> = {
  events: () => [
    { type: 'member.chosen', member: { userId: 'u1', name: 'Ben Ito' } },
    { type: 'dialog.closed' },
  ],
  unhandled: [
    never(['member.chosen'], ['shown'], 'The dialog lies over the list of members.'),
    harmless(['dialog.closed'], ['closed'], 'It fades out already.'),
  ],
  key: ({ context }) => [context.member],
}
