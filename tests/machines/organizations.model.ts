import type { organizationEntryMachine } from '../../src/machines/organizations/organization-entry.machine.ts'
import type { organizationsMachine } from '../../src/machines/organizations/organizations/organizations.machine.ts'
import { labelled } from '../harness/model/labels.ts'
import { doneEvent, errorEvent, type Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { organization } from './samples.ts'

export const A = organization('a')
export const B = organization('b')
export const C = organization('c')
const RENAMED = { ...A, name: 'Renamed' }

/** S7.34 */
const UNREADABLE = labelled(
  'The list cannot be understood',
  Object.assign(new Error('not the contract'), { name: 'MalformedAnswerError' }),
)
const UNAVAILABLE = labelled('The server does not answer', new Error('HTTP error! status: 503'))

const read = doneEvent('loadOrganizations', [A, B])
const changed = labelled('Something changed: the list has to be read again', {
  type: 'organizations.changed',
})
const readAgain = doneEvent('reloadOrganizations', [A, B])
const readFails = errorEvent('reloadOrganizations', UNAVAILABLE)
const picked = labelled('The person picks organization A', { type: 'organization.picked', id: 'a' })
const granted = labelled('Nothing unsaved keeps them, or they leave it', { type: 'leaving.granted' })
const opened = doneEvent('openOrganization', A)
const created = labelled('A new organization was created', { type: 'organization.created', organization: C })
const renamed = labelled('Organization A was renamed', {
  type: 'organization.updated',
  organization: RENAMED,
})

const after = (delay: string, state: string) => ({
  type: `xstate.after.${delay}.organizations.ready.sync.${state}`,
})

const TWO = () => labelled('The list comes: A and B', [A, B])
const ONE = () => labelled('The list comes: A alone', [A])
const NONE = () => labelled('The list comes, and is empty', [])

export const organizationsModel: Model<typeof organizationsMachine> = {
  input: { rememberedId: 'b' },
  events: (snapshot) => [
    // The machine raises it; from outside it may come where nothing hears it.
    ...(snapshot.hasTag('welcome') ? [{ type: 'current.changed' }] : []),
    picked,
    labelled('The person picks organization B', { type: 'organization.picked', id: 'b' }),
    labelled('An organization is picked that is gone', { type: 'organization.picked', id: 'unknown' }),
    created,
    renamed,
    labelled('The person is no member of A any more', { type: 'organization.left', id: 'a' }),
    labelled('The person is no member of B any more', { type: 'organization.left', id: 'b' }),
    changed,
    labelled('A page shows a record of B, which was asked for in A', {
      type: 'record.found',
      askedIn: 'a',
      organizationId: 'b',
      path: '/knowledge-bases/k1',
    }),
    labelled('A page shows a record of A, which was asked for in B', {
      type: 'record.found',
      askedIn: 'b',
      organizationId: 'a',
      path: '/knowledge-bases/k1',
    }),
    granted,
    labelled('They stay, for what they have not saved', { type: 'leaving.refused' }),
    labelled('They try again', { type: 'retry.requested' }),
  ],
  answers: ({ context }) => ({
    loadOrganizations: [TWO(), ONE(), NONE(), UNAVAILABLE, UNREADABLE],
    reloadOrganizations: [
      TWO(),
      ONE(),
      NONE(),
      labelled('A renamed, B and a new one come', [RENAMED, B, C]),
      UNAVAILABLE,
      UNREADABLE,
    ],
    openOrganization: [
      context.pickedId === 'a' ? A : B,
      ...failuresOf('GET /api/v1/organizations/:organizationId'),
    ],
  }),
  unhandled: [
    harmless(
      ['organization.updated'],
      ['ready.sync.idle', 'ready.sync.paused', 'ready.sync.waiting'],
      'The selection has taken it: no read is under way whose answer would be older.',
    ),
    harmless(
      ['organizations.changed', 'organization.created', 'organization.updated', 'organization.left'],
      ['ready.sync.reading.outdated'],
      'The list is read once more as soon as the read under way ends.',
    ),
    harmless(
      ['organizations.changed', 'organization.created', 'organization.left'],
      ['ready.sync.paused.due'],
      'The list is read again as soon as the pause ends.',
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
      ['record.found'],
      ['ready.selection.current.asking', 'ready.selection.current.switching'],
      'A switch that is under way takes its course.',
    ),
    harmless(
      ['record.found'],
      ['loading', 'failed', 'ready.selection.none'],
      'No organization is shown: the answer to a page that was left.',
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
    context.createdId !== null,
    context.list.some(({ name }) => name === 'Renamed'),
  ],
  sentBy: { 'leaving.granted': 'confirmLeaving', 'leaving.refused': 'confirmLeaving' },
  cases: {
    'A choice while the list is read again': [read, changed, picked, readAgain, granted, opened],
    'The list is read again during a switch': [read, picked, granted, changed, readAgain, opened],
    'An organization is created while the list is read again': [
      read,
      changed,
      created,
      readAgain,
      after('READ_PAUSE', 'paused'),
      doneEvent('reloadOrganizations', [RENAMED, B, C]),
    ],
    'A second rename while the list is read again': [
      read,
      changed,
      changed,
      readAgain,
      after('READ_PAUSE', 'paused'),
      doneEvent('reloadOrganizations', [RENAMED, B, C]),
    ],
    'A new organization is missing in the list once, and is kept': [
      read,
      created,
      readAgain,
      after('READ_AGAIN_AFTER', 'waiting'),
    ],
    'The list cannot be read again: what is shown stays': [read, changed, readFails],
    'Nobody has an organization, and the list cannot be read again: the welcome stays': [
      doneEvent('loadOrganizations', []),
      changed,
      readFails,
    ],
  },
}

export const organizationEntryModel: Model<typeof organizationEntryMachine> = {
  events: () => [
    { type: 'organization.entered', organization: organization('c'), path: null },
    { type: 'organization.entered', organization: organization('c'), path: '/' },
    { type: 'page.requested', organizationId: null, path: '/settings' },
    { type: 'page.requested', organizationId: 'b', path: '/integrations/1' },
    { type: 'leaving.granted' },
    { type: 'leaving.refused' },
  ],
  answers: () => ({ awaitList: [undefined], awaitSwitch: [true, false] }),
  key: ({ context: { entered, page } }) => [entered?.path, page?.path],
  sentBy: { 'leaving.granted': 'confirmLeaving', 'leaving.refused': 'confirmLeaving' },
}
