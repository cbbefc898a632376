import { assign, fromPromise, setup, waitFor } from 'xstate'
import type { Organization } from '../../services/contract/organizations.ts'
import { lookUp } from '../look-up.ts'
import { confirmLeaving } from '../shell/navigation/leaving.ts'
import type { Path } from '../shell/navigation/navigation.types.ts'
import { sendToActor } from '../system.ts'
import type {
  Entered,
  OrganizationEntryContext,
  OrganizationEntryEvent,
  Page,
} from './organization-entry.types.ts'

/**
 * Enters an organization: one that was just created or joined, or one whose page is opened. The last request wins.
 */
export const organizationEntryMachine = setup({
  types: {} as {
    context: OrganizationEntryContext
    events: OrganizationEntryEvent
    children: { awaitList: 'awaitList'; confirmLeaving: 'confirmLeaving'; awaitSwitch: 'awaitSwitch' }
  },
  actors: {
    /** Someone who follows an invitation may have signed in a moment ago. */
    awaitList: fromPromise<void>(async (scope) => {
      const organizations = lookUp(scope, 'organizations')
      if (organizations) await waitFor(organizations, (snapshot) => !snapshot.hasTag('loading'))
    }),
    confirmLeaving,
    /** Whether the organization is the current one when the switch ends. */
    awaitSwitch: fromPromise<boolean, { organizationId: string | null }>(async ({ input, system }) => {
      const organizations = lookUp({ system }, 'organizations')
      if (!organizations) return false
      // If the organizations actor requested the page itself, it makes the choice afterwards.
      await Promise.resolve()
      const { context } = await waitFor(organizations, ({ context: { pickedId } }) => pickedId === null)
      return context.currentId === input.organizationId
    }),
  },
  guards: {
    isOfAny: (_, { organizationId }: Page) => organizationId === null,
    isThere: (_, { isCurrent }: { isCurrent: boolean }) => isCurrent,
  },
  actions: {
    rememberEntered: assign((_, { organization, path }: Entered) => ({ entered: { organization, path } })),
    rememberPage: assign((_, { organizationId, path }: Page) => ({ page: { organizationId, path } })),
    pickOrganization: (scope, { organizationId }: Page) =>
      organizationId !== null &&
      sendToActor(scope, 'organizations', { type: 'organization.picked', id: organizationId }),
    goToPage: (scope, { path }: { path: Path | null }) =>
      path !== null && sendToActor(scope, 'navigation', { type: 'navigation.requested', path }),
    enter: (scope, { organization }: { organization: Organization }) =>
      sendToActor(scope, 'organizations', { type: 'organization.created', organization }),
    readOrganizationsAgain: (scope) => sendToActor(scope, 'organizations', { type: 'organizations.changed' }),
  },
}).createMachine({
  id: 'organizationEntry',
  description: 'The ways into an organization.',
  context: { entered: null, page: null },
  initial: 'idle',
  on: {
    'organization.entered': {
      target: '.reading',
      reenter: true,
      actions: { type: 'rememberEntered', params: ({ event }) => event },
    },
    'page.requested': [
      {
        guard: { type: 'isOfAny', params: ({ event }) => event },
        target: '.idle',
        actions: { type: 'goToPage', params: ({ event }) => event },
      },
      {
        target: '.switching',
        reenter: true,
        actions: [
          { type: 'rememberPage', params: ({ event }) => event },
          { type: 'pickOrganization', params: ({ event }) => event },
        ],
      },
    ],
  },
  states: {
    idle: { description: 'Nobody is entering an organization.' },
    reading: {
      description: 'The list of organizations is awaited.',
      invoke: { id: 'awaitList', src: 'awaitList', onDone: 'asking' },
    },
    asking: {
      description: 'Leaving unsaved text needs a confirmation.',
      invoke: { id: 'confirmLeaving', src: 'confirmLeaving' },
      on: {
        'leaving.granted': {
          target: 'idle',
          actions: [
            { type: 'enter', params: ({ context }) => context.entered! },
            { type: 'goToPage', params: ({ context }) => context.entered! },
          ],
        },
        'leaving.refused': { target: 'idle', actions: 'readOrganizationsAgain' },
      },
    },
    switching: {
      description: 'Another organization is opened; its page is gone to when it is the current one.',
      invoke: {
        id: 'awaitSwitch',
        src: 'awaitSwitch',
        input: ({ context }) => ({ organizationId: context.page?.organizationId ?? null }),
        onDone: [
          {
            guard: { type: 'isThere', params: ({ event }) => ({ isCurrent: event.output }) },
            target: 'idle',
            actions: { type: 'goToPage', params: ({ context }) => context.page! },
          },
          { target: 'idle' },
        ],
      },
    },
  },
})
