import { type AnyActorRef, assign, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import { actionNotProvided, notProvided } from '../../not-provided.ts'
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

/**
 * Applies the policy to a target. The current place gets no new history entry, and a Back that the policy redirects
 * overwrites its entry.
 */
function led(context: NavigationContext, target: Target): Target {
  const path = decide(context, target.path)
  const { current } = context
  if (target.how === 'push' && current?.path === path) return { path, how: 'replace', index: current.index }
  return { ...target, path, how: target.how === 'pop' && path !== target.path ? 'replace' : target.how }
}

/** The browser's work for the screen that is about to be shown. */
export const arrival = ({ target, current, routes }: NavigationContext) => ({
  ...target,
  title: match(routes, target.path).route.title,
  /** Another page is shown, not another state of the same one. */
  isOtherPage: current === null || partsOf(current.path).pathname !== partsOf(target.path).pathname,
})
export type Arrival = ReturnType<typeof arrival>

type Asked = { asker: AnyActorRef }

/** A path without its hash, which only says where in the page one is. */
const contentOf = (path: Path) => {
  const { pathname, search } = partsOf(path)
  return pathname + search
}

export const navigationSetup = setup({
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
    /** Loads the page at the current history address from the server; typed text is kept. */
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
    // A deleted thing leaves no history entry: its list replaces it.
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
    becomeOutdated: assign({ isOutdated: true }),
    /** The browser is at the entry of the new version already. */
    stayOutdated: assign(({ context: { current, target } }) => ({
      isOutdated: true,
      current: current && { ...current, index: target.index },
      target: { ...target, path: current?.path ?? target.path, how: 'replace' as const },
    })),
    dropPendingReset: assign({ pendingResetToken: null }),
    rememberAsker: assign({ asker: (_, { asker }: Asked) => asker }),
    grantLeaving: sendTo((_, { asker }: Asked) => asker, { type: 'leaving.granted' }),
    refuseLeaving: sendTo((_, { asker }: Asked) => asker, { type: 'leaving.refused' }),
    rememberHolder: assign(({ context }, { holder }: { holder: AnyActorRef }) => ({
      holders: [...context.holders.filter((one) => one !== holder), holder],
    })),
    forgetHolder: assign(({ context }, { holder }: { holder: AnyActorRef | null }) => ({
      holders: holder === null ? [] : context.holders.filter((one) => one !== holder),
    })),
    giveUp: assign({ givenUp: ({ context }) => context.holders }),
    // The forms of the same page stay.
    arrive: assign(({ context, context: { holders, routes, target } }) => ({
      holders: arrival(context).isOtherPage ? [] : holders,
      current: { ...match(routes, target.path), path: target.path, index: target.index },
      target: { ...target, how: 'replace' as const },
    })),
  },
  /** Longer than a page takes to go, on a slow network, too: the person has stayed. */
  delays: { reloadTakes: 30_000 },
  guards: {
    followsPendingReset: ({ context: { pendingResetToken, target } }) =>
      pendingResetToken !== null && target.path === resetPath(pendingResetToken),
    isThere: ({ context: { current, target } }) =>
      current?.path === target.path && current.index === target.index && target.how === 'replace',
    isSameScreen: ({ context: { current, routes, target } }) =>
      current?.route.id === match(routes, target.path).route.id,
    isSameEntry: ({ context }, { index, path }: { index: number; path: Path }) =>
      context.current?.index === index && context.current.path === path,
    // Also if the policy redirects from the entry that the browser is at.
    cameByHistory: ({ context: { current, target } }) =>
      target.how !== 'push' && target.index !== current?.index,
    // Not twice for the same version: a service that reports it has seen that reloading did not help.
    isReplaced: (_, { error }: { error: unknown }) =>
      (error as { isReplaced?: unknown } | null)?.isReplaced === true,
    staysHere: ({ context, context: { current } }, { path }: { path: Path }) =>
      current !== null && contentOf(decide(context, path)) === contentOf(current.path),
    isSomewhere: ({ context }) => context.current !== null,
    /** Something was typed while the next page was on its way. */
    losesText: ({ context: { current, target, holders, givenUp } }) =>
      current !== null &&
      contentOf(target.path) !== contentOf(current.path) &&
      holders.some((holder) => !givenUp.includes(holder)),
    isHeld: ({ context }) => context.holders.length > 0,
    isFree: ({ context }) => context.holders.length === 0,
    isAskedBy: ({ context }, { asker }: Asked) => context.asker === asker,
    isAboutOneThing: ({ context: { routes, target } }) => listInstead(routes, target.path) !== null,
  },
})
