import { type ActorRefFrom, assign, fromCallback, setup } from 'xstate'
import { notProvided } from '../not-provided.ts'
import { workspaceMachine } from '../workspace/workspace.machine.ts'

interface AppContext {
  readonly rememberedOrganizationId: string | null
  readonly userId: string | null
}

export type AppEvent =
  /** Whose session it is; null while nobody is signed in. */
  | { type: 'session.changed'; userId: string | null }
  | { type: 'logOut.requested' }
  /** What is not saved on the screen may be left, or not. */
  | { type: 'leaving.granted' }
  | { type: 'leaving.refused' }

/** The root: before log-in there are only the public pages, afterwards the workspace. */
export const appMachine = setup({
  types: {} as {
    context: AppContext
    events: AppEvent
    input: { rememberedOrganizationId: string | null }
    children: { session: 'watchSession'; workspace: 'workspace'; askToLeave: 'askToLeave' }
  },
  actors: {
    watchSession: fromCallback<AppEvent>(notProvided('watchSession')),
    workspace: workspaceMachine,
    /** Answers with leaving.granted or leaving.refused. */
    askToLeave: fromCallback<AppEvent>(notProvided('askToLeave')),
  },
  guards: {
    isSomebody: (_, { userId }: { userId: string | null }) => userId !== null,
    isSomebodyElse: ({ context }, { userId }: { userId: string | null }) =>
      userId !== null && userId !== context.userId,
    isNobody: (_, { userId }: { userId: string | null }) => userId === null,
  },
  actions: {
    forgetEverything: () => {},
    signOut: () => {},
    rememberUser: assign({ userId: (_, { userId }: { userId: string | null }) => userId }),
  },
}).createMachine({
  id: 'app',
  description: 'The root: the public pages, or the workspace of whoever is signed in.',
  context: ({ input }) => ({ ...input, userId: null }),
  invoke: { id: 'session', src: 'watchSession' },
  initial: 'outside',
  states: {
    outside: {
      description: 'Nobody is signed in: only the public pages can be seen.',
      on: {
        'session.changed': {
          guard: { type: 'isSomebody', params: ({ event }) => event },
          target: 'inside',
          actions: { type: 'rememberUser', params: ({ event }) => event },
        },
      },
    },
    inside: {
      description: 'Somebody is signed in; what they see lives in their workspace.',
      invoke: {
        id: 'workspace',
        src: 'workspace',
        input: ({ context }) => ({ rememberedId: context.rememberedOrganizationId }),
      },
      exit: 'forgetEverything',
      on: {
        'session.changed': [
          {
            guard: { type: 'isSomebodyElse', params: ({ event }) => event },
            target: 'inside',
            reenter: true,
            actions: { type: 'rememberUser', params: ({ event }) => event },
          },
          {
            guard: { type: 'isNobody', params: ({ event }) => event },
            target: 'outside',
            actions: { type: 'rememberUser', params: ({ event }) => event },
          },
        ],
      },
      initial: 'staying',
      states: {
        staying: {
          description: 'They do what they came for.',
          on: { 'logOut.requested': 'asking' },
        },
        asking: {
          description: 'What was typed and not saved is not left without a question.',
          invoke: { id: 'askToLeave', src: 'askToLeave' },
          on: { 'leaving.granted': 'goingOut', 'leaving.refused': 'staying' },
        },
        goingOut: {
          description: 'Their session is being ended.',
          entry: 'signOut',
        },
      },
    },
  },
})

export type AppRef = ActorRefFrom<typeof appMachine>
