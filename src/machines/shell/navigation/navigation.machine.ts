import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { arrival, navigationSetup } from './navigation.setup.ts'
import type { NavigationContext } from './navigation.types.ts'
import { decide } from './policy.ts'
import { match } from './routes.ts'

const asked = ({ context }: { context: NavigationContext }) => ({ asker: context.asker! })

const writes = {
  type: 'writeHistory',
  params: ({ context }: { context: NavigationContext }) => arrival(context),
} as const

const show = [
  writes,
  { type: 'presentScreen', params: ({ context }: { context: NavigationContext }) => arrival(context) },
  'arrive',
] as const

/** S2.3, S2.10, S2.11, S2.15, S4.7, S4.8: the current place in the app, and the moves between places. */
export const navigationMachine = navigationSetup.createMachine({
  id: 'navigation',
  description: 'Where we are in the app, and how we get elsewhere.',
  context: ({ input: { routes, path, index, pendingResetToken } }) => ({
    routes,
    visitor: null,
    pendingResetToken,
    target: { path, how: 'replace', index },
    current: null,
    isOutdated: false,
    asker: null,
    holders: [],
    givenUp: [],
  }),
  invoke: { id: 'history', src: 'watchHistory' },
  on: {
    'visitor.changed': {
      target: '.going',
      actions: [{ type: 'rememberVisitor', params: ({ event }) => event }, 'giveUp'],
    },
    'leaving.requested': { actions: { type: 'grantLeaving', params: ({ event }) => event } },
    'changes.started': { actions: { type: 'rememberHolder', params: ({ event }) => event } },
    'changes.finished': { actions: { type: 'forgetHolder', params: ({ event }) => event } },
    // Typed text stays: a notice offers to reload.
    'version.replaced': { actions: 'becomeOutdated' },
    'reload.requested': { actions: 'reloadPage' },
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
    waiting: { description: 'Nothing can be shown until it is known who is signed in.', tags: 'going' },
    going: {
      description: 'A screen is being opened; the previous one stays in view.',
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
          actions: ['aimAtList', 'giveUp'],
        },
      },
      states: {
        deciding: {
          description: 'The target after the policy is compared with the shown screen.',
          tags: 'going',
          always: [
            {
              guard: 'followsPendingReset',
              target: 'deciding',
              reenter: true,
              actions: ['forgetPendingReset', 'dropPendingReset'],
            },
            { guard: 'isThere', target: '#navigation.settled' },
            { guard: 'losesText', target: '#navigation.blocked' },
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
            onDone: [
              { guard: 'losesText', target: '#navigation.blocked' },
              { target: '#navigation.settled', actions: show },
            ],
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
          description:
            'A newer version was installed: the page is loaded from it, once. If the person stays, all goes on here, and a notice offers to reload.',
          tags: 'going',
          entry: [writes, 'reloadPage'],
          after: {
            reloadTakes: {
              guard: 'isSomewhere',
              target: '#navigation.settled',
              actions: ['stayOutdated', writes],
            },
          },
        },
        failed: {
          description: 'The code of the screen could not be fetched; Try Again.',
          tags: 'failed',
          on: { 'retry.requested': 'loading' },
        },
      },
    },
    settled: {
      description: 'The screen that the address names is shown.',
      initial: 'clean',
      on: {
        'screen.named': {
          actions: {
            type: 'nameScreen',
            params: ({ context, event }) => ({ title: `${context.current?.route.title} · ${event.name}` }),
          },
        },
        // Text typed there is lost with its organization: there is nothing to ask about.
        'organization.left': {
          guard: 'isAboutOneThing',
          target: '#navigation.going',
          actions: ['aimAtList', 'giveUp'],
        },
      },
      states: {
        clean: {
          description: 'Nothing would be lost by leaving.',
          always: { guard: 'isHeld', target: 'unsaved' },
          on: {
            'version.replaced': '#navigation.going.renewing',
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
          description: 'Leaving would lose typed text.',
          entry: 'guardUnload',
          exit: 'releaseUnload',
          always: { guard: 'isFree', target: 'clean' },
          on: {
            'leaving.requested': {
              target: '#navigation.blocked.otherwise',
              actions: { type: 'rememberAsker', params: ({ event }) => event },
            },
            'navigation.requested': [
              {
                guard: { type: 'staysHere', params: ({ event }) => event },
                target: '#navigation.going',
                actions: { type: 'aim', params: ({ event }) => event },
              },
              {
                target: '#navigation.blocked',
                actions: { type: 'aim', params: ({ event }) => event },
              },
            ],
            // Returning from a canceled leave is a move as well.
            'history.moved': [
              { guard: { type: 'isSameEntry', params: ({ event }) => event } },
              {
                guard: { type: 'staysHere', params: ({ event }) => event },
                target: '#navigation.going',
                actions: { type: 'aimAtEntry', params: ({ event }) => event },
              },
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
          description: 'The typed text would be lost by opening another page.',
          // Saved, or removed with its organization, in the meantime.
          always: { guard: 'isFree', target: '#navigation.going' },
          on: {
            'history.moved': { actions: { type: 'aimAtEntry', params: ({ event }) => event } },
            'organization.left': { guard: 'isAboutOneThing', actions: 'aimAtList' },
            'leaving.confirmed': { target: '#navigation.going', actions: 'giveUp' },
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
          description:
            'The typed text would be lost by something else, such as switching organization; the page stays in view until that has come.',
          always: {
            guard: 'isFree',
            target: '#navigation.settled.clean',
            actions: { type: 'grantLeaving', params: asked },
          },
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
          },
        },
      },
    },
  },
})

export type NavigationRef = ActorRefFrom<typeof navigationMachine>
export type NavigationSnapshot = SnapshotFrom<typeof navigationMachine>
