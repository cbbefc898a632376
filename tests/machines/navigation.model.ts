import type { navigationMachine } from '../../src/machines/shell/navigation/navigation.machine.ts'
import type { NavigationContext, Route } from '../../src/machines/shell/navigation/navigation.types.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { listener } from '../harness/system.ts'

export const routes: readonly Route[] = [
  { id: 'home', pattern: '/', access: 'protected', title: 'Home', redirect: '/integrations' },
  { id: 'logIn', pattern: '/login', access: 'guest', title: 'Log in' },
  { id: 'register', pattern: '/register', access: 'guest', title: 'Register' },
  { id: 'resetPassword', pattern: '/reset-password/:token', access: 'public', title: 'Reset password' },
  { id: 'integrations', pattern: '/integrations', access: 'protected', title: 'Integrations' },
  { id: 'integration', pattern: '/integrations/:id/*?', access: 'protected', title: 'Integration' },
  { id: 'apps', pattern: '/apps', access: 'protected', title: '', redirect: '/integrations' },
  { id: 'app', pattern: '/apps/:id/*?', access: 'protected', title: '', redirect: '/integrations/:id/*?' },
  { id: 'profile', pattern: '/profile', access: 'protected', title: 'Profile' },
]

/** Who asks to leave. */
export const ASKER = listener(undefined, 'organizations')
const ANOTHER = listener(undefined, 'app')
export const FORM = listener(undefined, 'form')
export const OTHER_FORM = listener(undefined, 'otherForm')

const HISTORY_MAX = 2

const placeOf = ({ current, target }: NavigationContext) => [current?.path, target.path, target.how]

export const navigationModel: Model<typeof navigationMachine> = {
  input: { routes, path: '/profile', index: 1, pendingResetToken: 'T1' },
  events: ({ context, tags }) => [
    ...['/profile', '/integrations/1', '/integrations/1/search'].map((path) =>
      labelled(`A link to ${path} is followed`, {
        type: 'navigation.requested',
        path,
        replace: (context.current?.index ?? 0) >= HISTORY_MAX,
      }),
    ),
    labelled('The person goes back', { type: 'history.moved', path: '/integrations/1', index: 0 }),
    labelled('The person goes forward, to an old address', {
      type: 'history.moved',
      path: '/apps/2',
      index: 2,
    }),
    { type: 'history.moved', path: context.current?.path ?? '/profile', index: context.current?.index ?? 1 },
    ...(context.holders.length > 0 && context.current?.path === '/profile' && context.current.index === 1
      ? [
          labelled('The person goes forward, to the same page', {
            type: 'history.moved',
            path: '/profile',
            index: 2,
          }),
        ]
      : []),
    labelled('Log-in is asked for', { type: 'navigation.requested', path: '/login', replace: true }),
    labelled('The link to a new password is opened', {
      type: 'navigation.requested',
      path: '/reset-password/T2',
      replace: true,
    }),
    labelled('The organization is left', { type: 'organization.left' }),
    labelled('Somebody is signed in', {
      type: 'visitor.changed',
      visitor: { signedIn: true, reason: 'none' },
    }),
    labelled('Somebody has logged out', {
      type: 'visitor.changed',
      visitor: { signedIn: false, reason: 'user' },
    }),
    labelled('A link is pointed at', { type: 'link.approached', path: '/apps/1/search' }),
    labelled('They try again', { type: 'retry.requested' }),
    labelled('An update has removed a part of the page', { type: 'version.replaced' }),
    labelled('They load the new version', { type: 'reload.requested' }),
    labelled('The screen tells its name', { type: 'screen.named', name: 'Returns helper' }),
    // While a page is on its way, one way there is enough; the same holds if it could not be loaded.
    ...(context.pendingResetToken === null &&
    context.visitor?.signedIn &&
    !tags.has('failed') &&
    (!tags.has('going') ||
      (context.current?.path === '/profile' &&
        context.current.index === 1 &&
        context.target.path === '/integrations/1' &&
        context.target.how === 'push'))
      ? [labelled('Something is typed and not saved', { type: 'changes.started', holder: FORM })]
      : []),
    // One screen with two forms is enough.
    ...(context.current?.path === '/profile' &&
    context.current.index === HISTORY_MAX &&
    context.pendingResetToken === null &&
    context.holders[0] === FORM &&
    context.holders.length === 1
      ? [labelled('Something is typed into another form', { type: 'changes.started', holder: OTHER_FORM })]
      : []),
    labelled('It is saved, or put back', { type: 'changes.finished', holder: FORM }),
    labelled('What has the forms is deleted', { type: 'changes.finished', holder: null }),
    labelled('The switcher asks whether one may leave', { type: 'leaving.requested', asker: ASKER }),
    labelled('The switcher asks no more', { type: 'leaving.withdrawn', asker: ASKER }),
    labelled('Somebody who did not ask withdraws', { type: 'leaving.withdrawn', asker: ANOTHER }),
    labelled('Leave without saving', { type: 'leaving.confirmed' }),
    labelled('Stay here', { type: 'leaving.canceled' }),
  ],
  answers: () => ({
    loadScreen: [
      undefined,
      labelled('The code of the screen cannot be fetched', new Error('chunk')),
      labelled('A newer version has been installed', Object.assign(new Error('gone'), { isReplaced: true })),
    ],
  }),
  unhandled: [
    never(
      [
        'navigation.requested',
        'organization.left',
        'screen.named',
        'leaving.confirmed',
        'leaving.canceled',
        'leaving.withdrawn',
        'retry.requested',
      ],
      ['waiting'],
      'No screen is there that could send it.',
    ),
    harmless(
      ['history.moved'],
      ['waiting'],
      'The page has just been opened: its address is the one that it was opened with.',
    ),
    never(['navigation.requested'], ['blocked'], 'The question lies over every link.'),
    harmless(
      ['organization.left'],
      ['blocked.otherwise'],
      'The question is about leaving for another organization, and ends with its answer.',
    ),
    never(
      ['retry.requested'],
      ['going.loading', 'going.renewing', 'settled', 'blocked'],
      'Try Again is shown where the code of a screen could not be fetched.',
    ),
    harmless(['screen.named'], ['going'], 'The screen that names itself is being left.'),
    harmless(['screen.named'], ['blocked'], 'The title of the tab stays the general one of the screen.'),
    never(
      ['leaving.confirmed', 'leaving.canceled'],
      ['going', 'settled'],
      'The question is not on the screen.',
    ),
    harmless(
      ['leaving.withdrawn'],
      ['going', 'settled', 'blocked.page'],
      'The request was answered, or another question took its place.',
    ),
  ],
  key: ({ context, value }) => [
    placeOf(context),
    context.visitor?.signedIn,
    context.pendingResetToken,
    context.current?.index,
    context.target.index,
    // Too many ways otherwise: a page that opens rarely keeps them.
    typeof value === 'object' && 'going' in value
      ? context.holders.some((holder) => !context.givenUp.includes(holder))
      : context.holders.length,
  ],
  sentBy: { 'history.moved': 'history' },
}
