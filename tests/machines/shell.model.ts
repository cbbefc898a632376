import type { appMachine } from '../../src/machines/shell/app.machine.ts'
import type { liveSearchMachine } from '../../src/machines/shell/live-search.machine.ts'
import type { sidebarMachine } from '../../src/machines/shell/sidebar.machine.ts'
import type { themeMachine } from '../../src/machines/shell/theme.machine.ts'
import type { toastsMachine } from '../../src/machines/shell/toasts/toasts.machine.ts'
import type { typedTextMachine } from '../../src/machines/shell/typed-text.machine.ts'
import type { workspaceMachine } from '../../src/machines/shell/workspace.machine.ts'
import { labelled } from '../harness/model/labels.ts'
import { type Model, snapshotEvent } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { listener } from '../harness/system.ts'

export const themeModel: Model<typeof themeMachine> = {
  events: () => ['light', 'dark', 'system'].map((choice) => ({ type: 'theme.picked', choice })),
  key: () => null,
}

export const sidebarModel: Model<typeof sidebarMachine> = {
  events: () =>
    ['sidebar.toggled', 'drawer.opened', 'drawer.closed', 'route.changed'].map((type) => ({ type })),
  unhandled: [
    harmless(['drawer.opened'], ['drawer.open'], 'It is open already.'),
    harmless(['drawer.closed', 'route.changed'], ['drawer.closed'], 'It is closed already.'),
  ],
  key: () => null,
}

export const toastsModel: Model<typeof toastsMachine> = {
  events: () => [
    { type: 'toast.requested', toast: { id: 'saving', type: 'loading', message: 'Saving...' } },
    { type: 'toast.requested', toast: { id: 'saving', type: 'success', message: 'Saved' } },
    { type: 'toast.closed', id: 'saving' },
    { type: 'toast.followed', id: 'saving' },
    { type: 'person.left' },
    { type: 'rate.limited', message: 'Slow down', suggestions: [] },
    labelled('The rate is limited, with advice', {
      type: 'rate.limited',
      message: 'Slow down',
      suggestions: ['Wait a little.'],
    }),
  ],
  key: ({ context }) => context.toasts.map(({ type }) => type),
}

const reported = (label: string, name: string, more: object = {}) =>
  labelled(label, {
    type: 'form.reported',
    report: { values: { name }, isOpen: true, isBusy: false, isHeld: false, ...more },
  })

export const typedTextModel: Model<typeof typedTextMachine> = {
  input: { form: listener(undefined, 'form') },
  events: () => [
    reported('The dialog is closed', '', { isOpen: false }),
    reported('It is as it opened', ''),
    reported('It is as it opened, over a page that holds something', '', { isHeld: true }),
    reported('Something is typed', 'Northwind'),
    reported('What was typed is sent', 'Northwind', { isBusy: true }),
    reported('What was typed is sent from a form that stays open', 'Northwind', {
      isBusy: true,
      stored: { name: '' },
    }),
    reported('What was typed is stored', 'Northwind', { stored: { name: 'Northwind' } }),
    labelled('Another page is shown', { type: 'page.left' }),
  ],
  unhandled: [harmless(['page.left'], ['closed', 'untouched'], 'Nothing was typed that could be lost.')],
  sentBy: { 'form.reported': 'watchForm', 'page.left': 'watchForm' },
  key: ({ context: { first, isPageHeld } }) => [first, isPageHeld],
}

export const liveSearchModel: Model<typeof liveSearchMachine> = {
  events: () => [
    { type: 'search.changed', change: { text: 'boots' } },
    { type: 'search.changed', change: { text: '' } },
    { type: 'search.submitted' },
  ],
  answers: () => ({}),
  unhandled: [harmless(['search.submitted'], ['settled'], 'The list shows what was typed already.')],
  key: ({ context: { applied, draft } }) => [applied.text, draft.text],
}

export const sessionOf = (subject: string) =>
  labelled(
    `${subject} is signed in`,
    snapshotEvent('session', {
      value: { signedIn: 'fresh' },
      context: { tokens: { subject }, reason: 'none' },
    }),
  )

const signedOut = (reason: string) =>
  labelled(
    `Nobody is signed in any more: ${reason}`,
    snapshotEvent('session', { value: { signedOut: 'idle' }, context: { tokens: null, reason } }),
  )

const LOADING = { value: 'loading', context: { tokens: null, reason: 'none' } }

export const appModel: Model<typeof appMachine> = {
  input: { session: {}, navigation: {}, rememberedOrganizationId: 'o1' },
  events: () => [
    sessionOf('ada'),
    sessionOf('bob'),
    signedOut('user'),
    signedOut('expired'),
    labelled('The session is being read', snapshotEvent('session', LOADING)),
    { type: 'logOut.requested' },
    { type: 'retry.requested' },
    { type: 'leaving.granted' },
    { type: 'leaving.refused' },
    { type: 'unsentFiles.counted', count: 0 },
    { type: 'unsentFiles.counted', count: 2 },
    labelled('Log out all the same', { type: 'leaving.confirmed' }),
    labelled('Stay here', { type: 'leaving.canceled' }),
  ],
  unhandled: [
    never(
      ['leaving.confirmed', 'leaving.canceled'],
      [
        'starting',
        'anonymous',
        'authenticated.opening',
        'authenticated.unavailable',
        'authenticated.open.working',
        'authenticated.open.confirmingLogOut',
        'authenticated.open.loggingOut',
      ],
      'The question about files is not on the screen.',
    ),
    never(['logOut.requested'], ['anonymous'], 'Nobody is signed in: the account menu is not on the screen.'),
    never(
      ['logOut.requested'],
      ['starting', 'authenticated.opening', 'authenticated.unavailable'],
      'The account menu comes with the workspace.',
    ),
    never(
      ['retry.requested'],
      ['starting', 'anonymous', 'authenticated.opening', 'authenticated.open'],
      'Try Again stands only where the code could not be fetched.',
    ),
    harmless(
      ['logOut.requested'],
      [
        'authenticated.open.confirmingLogOut',
        'authenticated.open.confirmingLoss',
        'authenticated.open.loggingOut',
      ],
      'The same log-out is under way.',
    ),
  ],
  answers: () => ({ loadWorkspace: [undefined, new Error('chunk')] }),
  key: ({ context }) => [context.userId, context.unsentFiles],
  snapshots: { session: LOADING },
  sentBy: {
    'leaving.granted': 'confirmLeaving',
    'leaving.refused': 'confirmLeaving',
    'unsentFiles.counted': 'countUnsentFiles',
  },
}

const organizationsAt = (currentId: string | null) =>
  labelled(
    currentId === null ? 'No organization is current' : `The organization “${currentId}” is current`,
    snapshotEvent('organizations', {
      value: 'ready',
      context: { currentId, list: [{ id: 'o1' }, { id: 'o2' }] },
    }),
  )

export const workspaceModel: Model<typeof workspaceMachine> = {
  input: { rememberedId: 'o1' },
  events: () => [
    { type: 'playground.opened', integrationId: 'i1', config: 'draft' },
    { type: 'playground.opened', integrationId: 'i1', config: 'published' },
    { type: 'playground.opened', integrationId: 'i2', config: 'draft' },
    { type: 'conversation.opened', integrationId: 'i1', config: 'draft', id: 'c1' },
    { type: 'conversation.deleted', id: 'c1' },
    {
      type: 'files.chosen',
      to: { knowledgeBaseId: 'k1', name: 'Help' },
      files: [{ name: 'a.pdf', size: 1 }],
    },
    { type: 'files.lost', names: ['a.pdf', 'b.pdf'] },
    { type: 'answer.rated', messageId: 'a1', feedback: null },
    organizationsAt('o1'),
    organizationsAt('o2'),
    organizationsAt(null),
    organizationsAt('remembered of somebody else'),
  ],
  key: ({ context }) => [
    context.organizationId,
    Object.keys(context.conversations),
    Object.keys(context.uploads),
  ],
  sentBy: { 'files.lost': 'recallUploads' },
  snapshots: { organizations: { value: 'loading', context: { currentId: null, list: [] } } },
}
