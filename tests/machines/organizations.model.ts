import type { organizationsMachine } from '../../src/machines/organizations/organizations.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { organization } from './samples.ts'

export const A = organization('a')
export const B = organization('b')
export const C = organization('c')

/** S7.34 */
const UNREADABLE = Object.assign(new Error('not the contract'), { name: 'MalformedAnswerError' })

export const organizationsModel: Model<typeof organizationsMachine> = {
  input: { rememberedId: 'b' },
  events: () => [
    { type: 'organization.picked', id: 'a' },
    { type: 'organization.picked', id: 'b' },
    { type: 'organization.picked', id: 'unknown' },
    { type: 'organization.created', organization: C },
    { type: 'organization.updated', organization: { ...A, name: 'Renamed' } },
    { type: 'organization.left', id: 'a' },
    { type: 'organizations.changed' },
    { type: 'leaving.granted' },
    { type: 'leaving.refused' },
    { type: 'retry.requested' },
  ],
  answers: ({ context }) => ({
    loadOrganizations: [[A, B], [A], [], new Error('HTTP error! status: 503'), UNREADABLE],
    openOrganization: [context.pickedId === 'a' ? A : B, new Error('offline')],
  }),
  key: ({ context }) => [
    context.list.length > 2 ? 3 : context.list.length,
    context.currentId,
    context.pickedId,
    context.list.some(({ name }) => name === 'Renamed'),
  ],
  sentBy: { 'leaving.granted': 'askToLeave', 'leaving.refused': 'askToLeave' },
}
