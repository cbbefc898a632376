import type { organizationsMachine } from '../../src/machines/organizations/organizations.machine.ts'
import { doneEvent, errorEvent, type Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { organization } from './samples.ts'

export const A = organization('a')
export const B = organization('b')
export const C = organization('c')
const RENAMED = { ...A, name: 'Renamed' }

/** S7.34 */
const UNREADABLE = Object.assign(new Error('not the contract'), { name: 'MalformedAnswerError' })
const UNAVAILABLE = new Error('HTTP error! status: 503')

const read = doneEvent('loadOrganizations', [A, B])
const changed = { type: 'organizations.changed' }
const readAgain = doneEvent('reloadOrganizations', [A, B])
const readFails = errorEvent('reloadOrganizations', UNAVAILABLE)
const picked = { type: 'organization.picked', id: 'a' }
const granted = { type: 'leaving.granted' }
const opened = doneEvent('openOrganization', A)
const created = { type: 'organization.created', organization: C }
const renamed = { type: 'organization.updated', organization: RENAMED }

export const organizationsModel: Model<typeof organizationsMachine> = {
  input: { rememberedId: 'b' },
  events: (snapshot) => [
    // The machine raises it; from outside it may come where nothing hears it.
    ...(snapshot.hasTag('welcome') ? [{ type: 'current.changed' }] : []),
    picked,
    { type: 'organization.picked', id: 'b' },
    { type: 'organization.picked', id: 'unknown' },
    created,
    renamed,
    { type: 'organization.left', id: 'a' },
    { type: 'organization.left', id: 'b' },
    changed,
    granted,
    { type: 'leaving.refused' },
    { type: 'retry.requested' },
  ],
  answers: ({ context }) => ({
    loadOrganizations: [[A, B], [A], [], UNAVAILABLE, UNREADABLE],
    reloadOrganizations: [[A, B], [A], [], [RENAMED, B, C], UNAVAILABLE, UNREADABLE],
    openOrganization: [context.pickedId === 'a' ? A : B, new Error('offline')],
  }),
  unhandled: [
    harmless(
      ['organization.updated'],
      ['ready.sync.idle', 'ready.sync.waiting'],
      'The selection has taken it: no read is under way whose answer would be older.',
    ),
    harmless(
      ['organizations.changed', 'organization.created', 'organization.updated', 'organization.left'],
      ['ready.sync.reading.outdated'],
      'The list is read once more as soon as the read under way ends.',
    ),
    never(['retry.requested'], ['loading', 'ready'], 'Try Again is shown where the list was never read.'),
    never(
      ['organization.picked', 'organization.left', 'organization.updated'],
      ['loading', 'failed'],
      'The shell, with its switcher, notifications and settings, is not on the screen.',
    ),
    never(
      ['organization.picked', 'organization.left', 'organization.updated'],
      ['ready.selection.none'],
      'The welcome has neither switcher nor notifications nor settings.',
    ),
    harmless(
      ['current.changed'],
      ['ready.selection.none'],
      'Entering the welcome has said already that no organization is current.',
    ),
    never(
      ['current.changed'],
      ['loading', 'failed'],
      'The machine raises it while an organization is current.',
    ),
  ],
  key: ({ context }) => [
    context.list.length > 2 ? 3 : context.list.length,
    context.currentId,
    context.pickedId,
    context.list.some(({ name }) => name === 'Renamed'),
  ],
  sentBy: { 'leaving.granted': 'askToLeave', 'leaving.refused': 'askToLeave' },
  cases: {
    'A choice while the list is read again': [read, changed, picked, readAgain, granted, opened],
    'The list is read again during a switch': [read, picked, granted, changed, readAgain, opened],
    'An organization is created while the list is read again': [
      read,
      changed,
      created,
      readAgain,
      doneEvent('reloadOrganizations', [RENAMED, B, C]),
    ],
    'A second rename while the list is read again': [
      read,
      changed,
      changed,
      readAgain,
      doneEvent('reloadOrganizations', [RENAMED, B, C]),
    ],
    'The list cannot be read again: what is shown stays': [read, changed, readFails],
    'Nobody has an organization, and the list cannot be read again: the welcome stays': [
      doneEvent('loadOrganizations', []),
      changed,
      readFails,
    ],
  },
}
