import {
  type ActorRefFrom,
  type AnyActorRef,
  assign,
  fromCallback,
  fromPromise,
  type SnapshotFrom,
  sendTo,
  setup,
} from 'xstate'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import type {
  NavigationContext,
  NavigationEvent,
  NavigationInput,
  Path,
  Target,
  Visitor,
} from './navigation.types.ts'
import { decide, listInstead, resetPath } from './policy.ts'
import { match, partsOf } from './routes.ts'

/** A target after the policy. Where we are already is no new entry, and a Back that is led on overwrites its own. */
function led(context: NavigationContext, target: Target): Target {
  const path = decide(context, target.path)
  const { current } = context
  if (target.how === 'push' && current?.path === path) return { path, how: 'replace', index: current.index }
  return { ...target, path, how: target.how === 'pop' && path !== target.path ? 'replace' : target.how }
}

/** What the browser is to do for a screen that is about to be shown. */
const arrival = ({ target, current, routes }: NavigationContext) => ({
  ...target,
  title: match(routes, target.path).route.title,
  /** The person sees another page, not another state of the same one. */
  isOtherPage: current === null || partsOf(current.path).pathname !== partsOf(target.path).pathname,
})
export type Arrival = ReturnType<typeof arrival>

type Asked = { asker: AnyActorRef }

const asked = ({ context }: { context: NavigationContext }) => ({ asker: context.asker! })

const show = [
  { type: 'writeHistory', params: ({ context }: { context: NavigationContext }) => arrival(context) },
  { type: 'presentScreen', params: ({ context }: { context: NavigationContext }) => arrival(context) },
  'arrive',
] as const

/** S2.3, S2.10, S2.11, S2.15, S4.7, S4.8: where we are in the app, and how we get elsewhere. */
export const navigationMachine = setup({
  types: {} as {
    context: NavigationContext
    events: NavigationEvent
    input: NavigationInput
    tags: 'going' | 'failed' | 'blocked'
    children: { history: 'watchHistory'; loadScreen: 'loadScreen' }
  },
  actors: {
    watchHistory: fromCallback<NavigationEvent>(notProvided('watchHistory')),
    loadScreen: fromPromise<void, { routeId: string }>(notProvided('loadScreen')),
  },
  actions: {
    writeHistory: actionNotProvided<Arrival>('writeHistory'),
    /** Title, scroll and focus. */
    presentScreen: actionNotProvided<Arrival>('presentScreen'),
    nameScreen: actionNotProvided<{ title: string }>('nameScreen'),
    prefetchScreen: actionNotProvided<{ routeId: string }>('prefetchScreen'),
    returnInHistory: actionNotProvided<{ by: number }>('returnInHistory'),
    guardUnload: actionNotProvided('guardUnload'),
    releaseUnload: actionNotProvided('releaseUnload'),
    forgetPendingReset: actionNotProvided('forgetPendingReset'),
    /** The page at the address that history holds by now, from the server; what was typed is kept. */
    reloadPage: actionNotProvided('reloadPage'),
    rememberVisitor: assign(({ context }, { visitor }: { visitor: Visitor }) => ({
      visitor,
      target: led({ ...context, visitor }, context.target),
    })),
    aim: assign(({ context }, { path, replace = false }: { path: Path; replace?: boolean }) => {
      const { current, target } = context
      const stays = replace || current === null
      const index = (current ?? target).index + (stays ? 0 : 1)
      return { target: led(context, { path, how: stays ? 'replace' : 'push', index }) }
    }),
    aimAtEntry: assign(({ context }, { path, index }: { path: Path; index: number }) => ({
      target: led(context, { path, how: 'pop', index }),
    })),
    // What is gone is no entry to come back to: its list takes its place.
    aimAtList: assign(({ context, context: { routes, target } }) => ({
      target: led(context, {
        ...target,
        path: listInstead(routes, target.path) ?? target.path,
        how: target.how === 'push' ? 'push' : 'replace',
      }),
    })),
    aimAtCurrent: assign(({ context: { current, target } }) => ({
      target: {
        ...target,
        ...(current && { path: current.path, index: current.index }),
        how: 'replace' as const,
      },
    })),
    dropPendingReset: assign({ pendingResetToken: null }),
    rememberAsker: assign({ asker: (_, { asker }: Asked) => asker }),
    grantLeaving: sendTo((_, { asker }: Asked) => asker, { type: 'leaving.granted' }),
    refuseLeaving: sendTo((_, { asker }: Asked) => asker, { type: 'leaving.refused' }),
    arrive: assign(({ context: { routes, target } }) => ({
      current: { ...match(routes, target.path), path: target.path, index: target.index },
      target: { ...target, how: 'replace' as const },
    })),
  },
  guards: {
    followsPendingReset: ({ context: { pendingResetToken, target } }) =>
      pendingResetToken !== null && target.path === resetPath(pendingResetToken),
    isThere: ({ context: { current, target } }) =>
      current?.path === target.path && current.index === target.index && target.how === 'replace',
    isSameScreen: ({ context: { current, routes, target } }) =>
      current?.route.id === match(routes, target.path).route.id,
    isSameEntry: ({ context }, { index, path }: { index: number; path: Path }) =>
      context.current?.index === index && context.current.path === path,
    // Also when the policy leads on from the entry that the browser is at by now.
    cameByHistory: ({ context: { current, target } }) =>
      target.how !== 'push' && target.index !== current?.index,
    // Not again for the same version: a service that says so has seen that it did not help.
    isReplaced: (_, { error }: { error: unknown }) =>
      (error as { isReplaced?: unknown } | null)?.isReplaced === true,
    isAskedBy: ({ context }, { asker }: Asked) => context.asker === asker,
    isAboutOneThing: ({ context: { routes, target } }) => listInstead(routes, target.path) !== null,
  },
}).createMachine({
  id: 'navigation',
  description: 'Where we are in the app, and how we get elsewhere.',
  context: ({ input: { routes, path, index, pendingResetToken } }) => ({
    routes,
    visitor: null,
    pendingResetToken,
    target: { path, how: 'replace', index },
    current: null,
    asker: null,
  }),
  invoke: { id: 'history', src: 'watchHistory' },
  on: {
    'visitor.changed': {
      target: '.going',
      actions: { type: 'rememberVisitor', params: ({ event }) => event },
    },
    'leaving.requested': { actions: { type: 'grantLeaving', params: ({ event }) => event } },
    'link.approached': {
      actions: {
        type: 'prefetchScreen',
        params: ({ context, event }) => ({
          routeId: match(context.routes, decide(context, event.path)).route.id,
        }),
      },
    },
  },
  initial: 'waiting',
  states: {
    waiting: { description: 'Nothing can be shown before it is known who is here.', tags: 'going' },
    going: {
      description: 'On the way to a screen; the one before it stays in view.',
      initial: 'deciding',
      on: {
        'navigation.requested': {
          target: 'going',
          reenter: true,
          actions: { type: 'aim', params: ({ event }) => event },
        },
        'history.moved': {
          target: 'going',
          reenter: true,
          actions: { type: 'aimAtEntry', params: ({ event }) => event },
        },
        'organization.left': {
          guard: 'isAboutOneThing',
          target: 'going',
          reenter: true,
          actions: 'aimAtList',
        },
      },
      states: {
        deciding: {
          description: 'What the policy let through is held against what is shown.',
          tags: 'going',
          always: [
            {
              guard: 'followsPendingReset',
              target: 'deciding',
              reenter: true,
              actions: ['forgetPendingReset', 'dropPendingReset'],
            },
            { guard: 'isThere', target: '#navigation.settled' },
            { guard: 'isSameScreen', target: '#navigation.settled', actions: show },
            { target: 'loading' },
          ],
        },
        loading: {
          description: 'The code of the screen is fetched.',
          tags: 'going',
          invoke: {
            id: 'loadScreen',
            src: 'loadScreen',
            input: ({ context }) => ({ routeId: match(context.routes, context.target.path).route.id }),
            onDone: { target: '#navigation.settled', actions: show },
            onError: [
              {
                guard: { type: 'isReplaced', params: ({ event }) => ({ error: event.error }) },
                target: 'renewing',
              },
              { target: 'failed' },
            ],
          },
        },
        renewing: {
          description: 'A newer version was installed meanwhile: the page is loaded from it, once.',
          tags: 'going',
          entry: [
            {
              type: 'writeHistory',
              params: ({ context }: { context: NavigationContext }) => arrival(context),
            },
            'reloadPage',
          ],
        },
        failed: {
          description: 'The code of the screen could not be fetched; Try Again.',
          tags: 'failed',
          on: { 'retry.requested': 'loading' },
        },
      },
    },
    settled: {
      description: 'A screen is shown, and the address says which.',
      initial: 'clean',
      on: {
        'screen.named': {
          actions: {
            type: 'nameScreen',
            params: ({ context, event }) => ({ title: `${context.current?.route.title} · ${event.name}` }),
          },
        },
        // What was typed there goes with its organization: there is nothing to ask about.
        'organization.left': {
          guard: 'isAboutOneThing',
          target: '#navigation.going',
          actions: 'aimAtList',
        },
      },
      states: {
        clean: {
          description: 'Nothing would be lost by leaving.',
          on: {
            'changes.started': 'unsaved',
            'navigation.requested': {
              target: '#navigation.going',
              actions: { type: 'aim', params: ({ event }) => event },
            },
            'history.moved': {
              target: '#navigation.going',
              actions: { type: 'aimAtEntry', params: ({ event }) => event },
            },
          },
        },
        unsaved: {
          description: 'Leaving would lose what was typed.',
          entry: 'guardUnload',
          exit: 'releaseUnload',
          on: {
            'changes.finished': 'clean',
            'leaving.requested': {
              target: '#navigation.blocked.otherwise',
              actions: { type: 'rememberAsker', params: ({ event }) => event },
            },
            'navigation.requested': {
              target: '#navigation.blocked',
              actions: { type: 'aim', params: ({ event }) => event },
            },
            // Coming back from a leaving that was canceled is a move as well.
            'history.moved': [
              { guard: { type: 'isSameEntry', params: ({ event }) => event } },
              {
                target: '#navigation.blocked',
                actions: { type: 'aimAtEntry', params: ({ event }) => event },
              },
            ],
          },
        },
      },
    },
    blocked: {
      description: 'The person is asked whether to leave what is not saved.',
      tags: 'blocked',
      entry: 'guardUnload',
      exit: 'releaseUnload',
      on: {
        // One question at a time.
        'leaving.requested': { actions: { type: 'refuseLeaving', params: ({ event }) => event } },
      },
      initial: 'page',
      states: {
        page: {
          description: 'For another page.',
          on: {
            'history.moved': { actions: { type: 'aimAtEntry', params: ({ event }) => event } },
            'organization.left': { guard: 'isAboutOneThing', actions: 'aimAtList' },
            'leaving.confirmed': '#navigation.going',
            // Saved, or gone with its organization, meanwhile.
            'changes.finished': '#navigation.going',
            'leaving.canceled': [
              {
                guard: 'cameByHistory',
                target: '#navigation.settled.unsaved',
                actions: [
                  {
                    type: 'returnInHistory',
                    params: ({ context: { current, target } }) => ({
                      by: (current ?? target).index - target.index,
                    }),
                  },
                  'aimAtCurrent',
                ],
              },
              { target: '#navigation.settled.unsaved', actions: 'aimAtCurrent' },
            ],
          },
        },
        otherwise: {
          description: 'For something else, as another organization. It stays in view until that has come.',
          on: {
            'history.moved': {
              target: 'page',
              actions: [
                { type: 'refuseLeaving', params: asked },
                { type: 'aimAtEntry', params: ({ event }) => event },
              ],
            },
            'leaving.confirmed': {
              target: '#navigation.settled.unsaved',
              actions: { type: 'grantLeaving', params: asked },
            },
            'leaving.canceled': {
              target: '#navigation.settled.unsaved',
              actions: { type: 'refuseLeaving', params: asked },
            },
            'leaving.withdrawn': {
              guard: { type: 'isAskedBy', params: ({ event }) => event },
              target: '#navigation.settled.unsaved',
            },
            'changes.finished': {
              target: '#navigation.settled.clean',
              actions: { type: 'grantLeaving', params: asked },
            },
          },
        },
      },
    },
  },
})

export type NavigationRef = ActorRefFrom<typeof navigationMachine>
export type NavigationSnapshot = SnapshotFrom<typeof navigationMachine>
