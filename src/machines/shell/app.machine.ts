import {
  type ActorRefFrom,
  assign,
  fromCallback,
  fromPromise,
  raise,
  type SnapshotFrom,
  sendTo,
  setup,
} from 'xstate'
import {
  isSessionKnown,
  isSignedIn,
  type SessionSnapshot,
  selectSignOutReason,
  selectUserId,
  sessionMachine,
} from '../accounts/session/session.machine.ts'
import type { connectionsMachine } from '../connection/connections/connections.machine.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { viewsLogic } from '../views.ts'
import { confirmLeaving } from './navigation/leaving.ts'
import { navigationMachine } from './navigation/navigation.machine.ts'
import type { LeavingAnswer, NavigationInput, Visitor } from './navigation/navigation.types.ts'
import { sidebarMachine } from './sidebar.machine.ts'
import { themeMachine } from './theme.machine.ts'
import { toastsMachine } from './toasts/toasts.machine.ts'
import type { workspaceMachine } from './workspace.machine.ts'

interface AppInput {
  readonly session: { readonly now: number; readonly jitter: number }
  readonly navigation: NavigationInput
  readonly rememberedOrganizationId: string | null
}

interface AppContext extends AppInput {
  readonly userId: string | null
  /** Files that log-out would lose, as last counted. */
  readonly unsentFiles: number
}

interface Counted {
  readonly count: number
}

/** The session's user, once known. */
interface Person extends Visitor {
  readonly userId: string | null
}

type AppEvent =
  | ({ type: 'session.changed' } & Person)
  | { type: 'logOut.requested' }
  | { type: 'retry.requested' }
  | LeavingAnswer
  | ({ type: 'unsentFiles.counted' } & Counted)
  | { type: 'leaving.confirmed' }
  | { type: 'leaving.canceled' }

const personOf = (session: SessionSnapshot): Person => ({
  signedIn: isSignedIn(session),
  reason: selectSignOutReason(session),
  userId: selectUserId(session),
})

const person = ({ event }: { event: Person }) => event
/** The effects of another sign-in state. */
const TAKE_PERSON = [
  { type: 'rememberUser', params: person },
  { type: 'updateNavigation', params: person },
] as const

/** The root of all actors: only the public pages before log-in, then the workspace. */
export const appMachine = setup({
  types: {} as {
    context: AppContext
    events: AppEvent
    input: AppInput
    tags: 'failed' | 'losing'
    children: {
      toasts: 'toasts'
      theme: 'theme'
      sidebar: 'sidebar'
      connections: 'connections'
      views: 'views'
      session: 'session'
      navigation: 'navigation'
      loadWorkspace: 'loadWorkspace'
      workspace: 'workspace'
      confirmLeaving: 'confirmLeaving'
      countUnsentFiles: 'countUnsentFiles'
    }
  },
  actors: {
    toasts: toastsMachine,
    theme: themeMachine,
    sidebar: sidebarMachine,
    views: viewsLogic,
    session: sessionMachine,
    navigation: navigationMachine,
    /** Fetches the workspace's code, which is needed only after sign-in. */
    loadWorkspace: fromPromise<void>(notProvided('loadWorkspace')),
    connections: fromCallback(notProvided('connections')) as unknown as typeof connectionsMachine,
    workspace: fromCallback(notProvided('workspace')) as unknown as typeof workspaceMachine,
    confirmLeaving,
    countUnsentFiles: fromCallback(notProvided('countUnsentFiles')),
  },
  guards: {
    areAllSent: (_, { count }: Counted) => count === 0,
    isKnown: (_, { session }: { session: SessionSnapshot }) => isSessionKnown(session),
    isSignedIn: (_, { signedIn }: Person) => signedIn,
    isSignedOut: (_, { signedIn }: Person) => !signedIn,
    hasExpired: (_, { signedIn, reason }: Person) => !signedIn && reason === 'expired',
    isSomebodyElse: ({ context }, { signedIn, userId }: Person) => signedIn && userId !== context.userId,
  },
  actions: {
    /** Clears the data of the page, not of the browser. */
    forgetEverything: actionNotProvided('forgetEverything'),
    /** The person's data in the browser. */
    forgetPerson: actionNotProvided('forgetPerson'),
    reportChange: raise((_, { session }: { session: SessionSnapshot }) => ({
      type: 'session.changed' as const,
      ...personOf(session),
    })),
    removeToasts: sendTo('toasts', { type: 'person.left' }),
    rememberUnsent: assign({ unsentFiles: (_, { count }: Counted) => count }),
    signOut: sendTo('session', { type: 'signOut.requested' }),
    updateNavigation: sendTo('navigation', (_, { signedIn, reason }: Person) => ({
      type: 'visitor.changed',
      visitor: { signedIn, reason },
    })),
    forgetOrganization: assign({ rememberedOrganizationId: null }),
    rememberUser: assign({ userId: (_, { userId }: Person) => userId }),
  },
}).createMachine({
  id: 'app',
  description: 'The root: the public pages, or the workspace of whoever is signed in.',
  context: ({ input }) => ({ ...input, userId: null, unsentFiles: 0 }),
  invoke: [
    { id: 'toasts', systemId: 'toasts', src: 'toasts' },
    { id: 'theme', systemId: 'theme', src: 'theme' },
    { id: 'sidebar', systemId: 'sidebar', src: 'sidebar' },
    { id: 'views', systemId: 'views', src: 'views' },
    {
      id: 'navigation',
      systemId: 'navigation',
      src: 'navigation',
      input: ({ context }) => context.navigation,
    },
    {
      id: 'session',
      systemId: 'session',
      src: 'session',
      input: ({ context }) => context.session,
      onSnapshot: {
        guard: { type: 'isKnown', params: ({ event }) => ({ session: event.snapshot }) },
        actions: { type: 'reportChange', params: ({ event }) => ({ session: event.snapshot }) },
      },
    },
  ],
  initial: 'starting',
  states: {
    starting: {
      description: 'The stored session is read.',
      on: {
        'session.changed': [
          { guard: { type: 'isSignedIn', params: person }, target: 'authenticated', actions: TAKE_PERSON },
          { target: 'anonymous', actions: { type: 'updateNavigation', params: person } },
        ],
      },
    },
    anonymous: {
      description: 'Nobody is signed in: only the public pages can be seen.',
      on: {
        'session.changed': {
          guard: { type: 'isSignedIn', params: person },
          target: 'authenticated',
          actions: TAKE_PERSON,
        },
      },
    },
    authenticated: {
      description: 'Somebody is signed in; their screens belong to the workspace.',
      exit: ['forgetEverything', 'removeToasts'],
      on: {
        'session.changed': [
          {
            guard: { type: 'isSomebodyElse', params: person },
            target: 'authenticated',
            reenter: true,
            actions: [{ type: 'rememberUser', params: person }, 'forgetPerson', 'forgetOrganization'],
          },
          { guard: { type: 'hasExpired', params: person }, target: 'anonymous', actions: TAKE_PERSON },
          {
            guard: { type: 'isSignedOut', params: person },
            target: 'anonymous',
            actions: [...TAKE_PERSON, 'forgetPerson', 'forgetOrganization'],
          },
        ],
      },
      initial: 'opening',
      states: {
        opening: {
          description: 'The code of the workspace is fetched.',
          invoke: { id: 'loadWorkspace', src: 'loadWorkspace', onDone: 'open', onError: 'unavailable' },
        },
        unavailable: {
          description: 'The code could not be fetched; Try Again.',
          tags: 'failed',
          on: { 'retry.requested': 'opening' },
        },
        open: {
          description: 'Their workspace runs.',
          invoke: [
            // First: actors in the workspace listen from their start.
            { id: 'connections', systemId: 'connections', src: 'connections' },
            {
              id: 'workspace',
              systemId: 'workspace',
              src: 'workspace',
              input: ({ context }) => ({ rememberedId: context.rememberedOrganizationId }),
            },
          ],
          initial: 'working',
          states: {
            working: {
              description: 'The workspace is in use.',
              on: { 'logOut.requested': 'confirmingLogOut' },
            },
            confirmingLogOut: {
              description: 'Unsaved changes are not left without asking.',
              invoke: { id: 'confirmLeaving', src: 'confirmLeaving' },
              on: { 'leaving.granted': 'confirmingLoss', 'leaving.refused': 'working' },
            },
            confirmingLoss: {
              description: 'Files that are not uploaded yet are not lost without asking; the upload goes on.',
              tags: 'losing',
              entry: { type: 'rememberUnsent', params: { count: 0 } },
              invoke: { id: 'countUnsentFiles', src: 'countUnsentFiles' },
              on: {
                'unsentFiles.counted': [
                  { guard: { type: 'areAllSent', params: ({ event }) => event }, target: 'loggingOut' },
                  { actions: { type: 'rememberUnsent', params: ({ event }) => event } },
                ],
                'leaving.confirmed': 'loggingOut',
                'leaving.canceled': 'working',
              },
            },
            loggingOut: {
              description: 'The session is being ended.',
              entry: 'signOut',
            },
          },
        },
      },
    },
  },
})

export type AppRef = ActorRefFrom<typeof appMachine>

/** Files that log-out would lose, while the person is asked about them. */
export const selectFilesAtRisk = (app: SnapshotFrom<typeof appMachine>) =>
  app.hasTag('losing') ? app.context.unsentFiles : 0
