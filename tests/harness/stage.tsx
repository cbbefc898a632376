import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { CacheProvider } from '@emotion/react'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react/pure'
import { Router } from 'wouter'
import {
  type ActorOptions,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  createMachine,
  fromCallback,
  fromPromise,
  type InspectionEvent,
  waitFor,
} from 'xstate'
import { type SessionRef, sessionMachine } from '../../src/machines/accounts/session/session.machine.ts'
import type { Tokens } from '../../src/machines/accounts/session/session.types.ts'
import { verificationMachine } from '../../src/machines/accounts/verification.machine.ts'
import { trialBannerMachine } from '../../src/machines/billing/trial-banner.machine.ts'
import { connectionsMachine } from '../../src/machines/connection/connections/connections.machine.ts'
import { sendFeedbackMachine } from '../../src/machines/conversations/send-feedback.machine.ts'
import { organizationsMachine } from '../../src/machines/organizations/organizations/organizations.machine.ts'
import type { AppRef } from '../../src/machines/shell/app.machine.ts'
import {
  type NavigationRef,
  navigationMachine,
} from '../../src/machines/shell/navigation/navigation.machine.ts'
import type {
  CollectionName,
  Collections,
  PagesQuery,
} from '../../src/machines/shell/resource/pages.types.ts'
import { type ResourceEvent, resourceMachine } from '../../src/machines/shell/resource/resource.machine.ts'
import type {
  ResourceName,
  ResourceQuery,
  Resources,
} from '../../src/machines/shell/resource/resource.types.ts'
import { sidebarMachine } from '../../src/machines/shell/sidebar.machine.ts'
import { themeMachine } from '../../src/machines/shell/theme.machine.ts'
import { toastsMachine } from '../../src/machines/shell/toasts/toasts.machine.ts'
import { type WorkspaceRef, workspaceMachine } from '../../src/machines/shell/workspace.machine.ts'
import { viewsLogic } from '../../src/machines/views.ts'
import type { User } from '../../src/services/contract/accounts.ts'
import type { Organization } from '../../src/services/contract/organizations.ts'
import { ActorsContext, useNavigationLocation } from '../../src/ui/actors.ts'
import { UpgradeOffer } from '../../src/ui/billing/upgrade-offer.tsx'
import { ErrorBoundary } from '../../src/ui/parts/error-boundary.tsx'
import { RemedyContext } from '../../src/ui/parts/form.tsx'
import { Provide } from '../../src/ui/provided.ts'
import { routes } from '../../src/ui/routes.ts'
import { Toasts } from '../../src/ui/shell/toasts.tsx'
import { ShellActors } from '../../src/ui/shell-actors.ts'
import { createStyleCache } from '../../src/ui/theme/emotion.ts'
import { createAppTheme } from '../../src/ui/theme/themes.ts'
import { useViewActor, ViewsContext } from '../../src/ui/view-actor.ts'
import { WorkspaceContext } from '../../src/ui/workspace.ts'
import { organization } from '../machines/samples.ts'
import { fakeActors, fakeEffects, ManualClock } from './model/fakes.ts'

const theme = createAppTheme()
const styles = createStyleCache(theme)

/** Resource or collection name → its data, or a function of the request. */
export type StageData = {
  [Name in ResourceName]?: Resources[Name]['data'] | ((of: Resources[Name]['of']) => Resources[Name]['data'])
} & {
  [Name in CollectionName as `${Name}Pages`]?:
    | readonly Collections[Name]['item'][]
    | ((of: Collections[Name]['of']) => readonly Collections[Name]['item'][])
}

export interface Scene {
  /** Rendered with the app's actors, in the page's main region. */
  readonly view: ReactNode
  /** Navigation's address; `/integrations` by default. */
  readonly path?: string
  /** Data that views read from the server; anything missing keeps loading. */
  readonly data?: StageData
  /** The person's organizations; the first is current. */
  readonly organizations?: readonly Organization[]
  /** Actors that replace those of the app, by name; views read with `resource` and `pages`. */
  readonly logic?: Readonly<Record<string, AnyActorLogic>>
  /** Whether the person is signed out. */
  readonly isAnonymous?: boolean
  /** Whether the view itself starts actors with the app's names, like the public page. */
  readonly isAlone?: boolean
  /** Whether the view is a whole page, with its own main region. */
  readonly isPage?: boolean
}

export const USER: User = {
  id: 'u1',
  email: 'ada@northwind.example',
  email_verified: true,
  has_password: true,
  first_name: 'Ada',
  last_name: 'Holm',
  profile_picture_url: null,
  job_title: '',
  timezone: '',
  locale: '',
  created_at: '2026-01-31T12:00:00.000Z',
}

/** Stores nothing: several actors of one machine may have children with the same id. */
class Forgetful<Value> extends Map<string, Value> {
  override set() {
    return this
  }
}

/** The machine with idle children and effects that do nothing. */
export const still = <Machine extends AnyStateMachine>(machine: Machine): Machine =>
  machine.provide({
    actors: fakeActors(machine, new Forgetful()),
    actions: fakeEffects(machine, []),
  } as never) as Machine

/** The view with the machines that it needs. */
export const provided = (machines: object, view: ReactNode) => <Provide value={machines}>{view}</Provide>

/** A view that takes an actor, with one of this machine. */
export const Started = ({
  machine,
  input,
  children,
}: {
  machine: AnyStateMachine
  input?: unknown
  // biome-ignore lint/suspicious/noExplicitAny: each view knows the actor of its machine
  children: (actor: any) => ReactNode
}) => children(useViewActor(machine, { input }))

const TOKENS: Tokens = {
  access: 'access',
  refresh: 'refresh',
  expiresAt: null,
  refreshExpiresAt: null,
  clockOffset: 0,
  subject: 'u1',
}

/** Replaces an actor of which views read only its children. */
const withChildren = (children: object): AnyActorLogic => ({
  transition: (snapshot) => snapshot,
  getInitialSnapshot: () => ({
    status: 'active',
    output: undefined,
    error: undefined,
    children,
    hasTag: () => false,
  }),
  getPersistedSnapshot: (snapshot) => snapshot,
})

/** The root of the stage's actor system. */
const root = createMachine({})

type Query = ResourceQuery | PagesQuery

/** Resources answered from data that the test can change while they are shown. */
function createResources(first: StageData, suffix: '' | 'Pages') {
  let data: Record<string, unknown> = first
  const readers = new Set<() => void>()
  const machine = resourceMachine.provide({
    actors: {
      query: fromCallback<{ type: 'refetch' } | { type: 'fetchMore' }, Query>(
        ({ input, sendBack, receive }) => {
          const read = () => {
            const held = data[input.name + suffix]
            const found = typeof held === 'function' ? held(input.of) : held
            if (found === undefined) return
            const extent = Array.isArray(found) ? { total: found.length, hasMore: false } : undefined
            sendBack({ type: 'data.arrived', data: found, ...(extent && { extent }) } satisfies ResourceEvent)
          }
          readers.add(read)
          receive(read)
          read()
          return () => readers.delete(read)
        },
      ),
    },
  })
  return {
    machine,
    change: (more: StageData) => {
      data = { ...data, ...more }
      for (const read of readers) read()
    },
  }
}

/** Views over the app's own actors, with the test's clock, data and services, and without a server. */
export async function openStage(
  {
    view,
    path = '/integrations',
    data = {},
    organizations = [organization('o1', 'Northwind Boots')],
    ...scene
  }: Scene,
  inspect: (event: InspectionEvent) => void = () => {},
) {
  const clock = new ManualClock()
  const scope = createActor(root, {
    clock: clock as unknown as NonNullable<ActorOptions<typeof root>['clock']>,
    inspect,
  })
  scope.start()
  const begun: AnyActorRef[] = []
  const begin = <Logic extends AnyActorLogic>(name: string, logic: Logic, input?: unknown) => {
    const actor = createActor(scene.logic?.[name] ?? logic, {
      parent: scope,
      id: name,
      ...(!scene.isAlone && { systemId: name }),
      input,
    } as never)
    actor.start()
    begun.push(actor)
    return actor
  }
  const toasts = begin('toasts', toastsMachine)
  const themed = begin('theme', still(themeMachine))
  const sidebar = begin('sidebar', still(sidebarMachine))
  const views = begin('views', viewsLogic)
  const signedIn = !scene.isAnonymous
  const session = begin(
    'session',
    still(sessionMachine).provide({
      actors: { loadTokens: fromPromise<Tokens | null>(async () => (signedIn ? TOKENS : null)) },
    }),
    { now: 0, jitter: 0 },
  )
  const navigation = begin(
    'navigation',
    still(navigationMachine).provide({ actors: { loadScreen: fromPromise(async () => {}) } }),
    { routes, path, index: 0, pendingResetToken: null },
  ) as NavigationRef
  navigation.send({ type: 'visitor.changed', visitor: { signedIn, reason: 'none' } })
  const resources = createResources({ me: USER, ...data }, '')
  const pages = createResources(data, 'Pages')
  const among = { ...workspaceMachine.implementations.actors } as Record<string, AnyStateMachine>
  const workspace = begin(
    'workspace',
    workspaceMachine.provide({
      actors: Object.fromEntries(
        Object.entries(among).map(([name, logic]) => [
          name,
          scene.logic?.[name] ??
            (['organizationLive', 'recallUploads', 'watchParts'].includes(name)
              ? fromCallback(() => {})
              : name === 'organizations'
                ? still(organizationsMachine).provide({
                    actors: { loadOrganizations: fromPromise(async () => organizations) },
                  })
                : still(logic)),
        ]),
      ) as never,
    }),
    { rememberedId: null },
  ) as WorkspaceRef
  const { children } = workspace.getSnapshot()
  const connections = begin('connections', still(connectionsMachine))
  const app = begin('app', withChildren({ connections, workspace }))
  if (!scene.logic?.navigation) await waitFor(navigation, (snapshot) => snapshot.matches('settled'))
  if (!scene.logic?.organizations && !scene.logic?.workspace)
    await waitFor(children.organizations!, (snapshot) => snapshot.matches('ready'))

  const drawn = (
    <CacheProvider value={styles}>
      <ChakraProvider value={theme.system}>
        <ActorsContext
          value={{
            app: app as unknown as AppRef,
            session: session as SessionRef,
            navigation,
            toasts: toasts as never,
            theme: themed as never,
            sidebar: sidebar as never,
          }}
        >
          <ViewsContext value={views as never}>
            <Router hook={useNavigationLocation}>
              <WorkspaceContext
                value={{
                  workspace,
                  organizations: children.organizations!,
                  chat: children.chat!,
                  createOrganization: children.createOrganization!,
                  upgrade: children.upgrade!,
                  notifications: children.notifications!,
                  resource: (scene.logic?.resource as typeof resourceMachine) ?? resources.machine,
                  pages: (scene.logic?.pages as typeof resourceMachine) ?? pages.machine,
                }}
              >
                <Provide
                  value={
                    {
                      trialBanner: scene.logic?.trialBanner ?? still(trialBannerMachine),
                      sendFeedback: scene.logic?.sendFeedback ?? still(sendFeedbackMachine),
                      verification: scene.logic?.verification ?? still(verificationMachine),
                      welcome: scene.logic?.welcome,
                    } as never
                  }
                >
                  <RemedyContext value={UpgradeOffer}>
                    <ErrorBoundary at={path}>
                      <ShellActors>{() => (scene.isPage ? view : <main>{view}</main>)}</ShellActors>
                    </ErrorBoundary>
                  </RemedyContext>
                </Provide>
              </WorkspaceContext>
            </Router>
            <Toasts />
          </ViewsContext>
        </ActorsContext>
      </ChakraProvider>
    </CacheProvider>
  )
  const { unmount } = await render(drawn)
  return {
    /** The system of all actors here. */
    scope,
    clock,
    navigation,
    workspace,
    /** Replaces the server's data; views that show it are updated. */
    change: (more: StageData) => {
      resources.change(more)
      pages.change(more)
    },
    close: async () => {
      await unmount()
      for (const actor of begun.reverse()) if (actor.getSnapshot().status === 'active') stop(actor)
      scope.stop()
    },
  }
}

const stop = (actor: AnyActorRef) => (actor as unknown as { _stop: () => void })._stop()

export type Stage = Awaited<ReturnType<typeof openStage>>
