import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import type { ViewGone } from '../views.ts'
import { remembersError } from './failed-call.ts'
import { follow, type Outcome, outcomeActions } from './outcome.ts'

/** The thing that would be lost. */
export interface Subject {
  readonly id: string
  readonly name: string
  /** Its organization, if the id alone does not determine it. */
  readonly organizationId?: string
  /** The affected parts, if not the whole is lost. */
  readonly parts?: readonly string[]
  /** The affected version. */
  readonly version?: number
  /** When the displayed state was last changed. */
  readonly seenAt?: string
}

interface ConfirmationContext {
  readonly subject: Subject | null
  readonly error: string | null
  /** Its view is gone: only a toast can say that it failed. */
  readonly isLeft: boolean
}

type ConfirmationEvent =
  | { type: 'confirmation.asked'; subject: Subject }
  | { type: 'confirmation.given' }
  | { type: 'confirmation.refused' }
  | ViewGone

interface ConfirmationOptions<Output> extends Outcome<{ subject: Subject; output: Output }> {
  readonly id: string
  readonly description: string
}

const reasonOf = (error: unknown) => failureOf(error, t('That did not work. Please try again.')).message

/** Asks before something is lost, does it, and reports a failure. */
export const createConfirmationMachine = <Output = unknown>({
  id,
  description,
  ...outcome
}: ConfirmationOptions<Output>) =>
  setup({
    types: {} as {
      context: ConfirmationContext
      events: ConfirmationEvent
      tags: 'open' | 'busy' | 'committed'
      children: { carryOut: 'carryOut' }
    },
    guards: { isLeft: ({ context }) => context.isLeft },
    actors: { carryOut: fromPromise<Output, Subject>(notProvided('carryOut')) },
    actions: {
      ...outcomeActions,
      finish: actionNotProvided<Subject>('finish'),
      rememberSubject: assign({
        subject: (_, { subject }: { subject: Subject }) => subject,
        error: null,
        isLeft: false,
      }),
      leaveView: assign({ isLeft: true }),
      rememberError: assign({
        error: (_, { error }: { error: unknown }) => reasonOf(error),
      }),
    },
  }).createMachine({
    id,
    description,
    meta: { chart: 'confirmation' },
    context: { subject: null, error: null, isLeft: false },
    initial: 'closed',
    states: {
      closed: {
        description: 'The dialog is closed.',
        on: {
          'confirmation.asked': {
            target: 'asking',
            actions: { type: 'rememberSubject', params: ({ event }) => event },
          },
        },
      },
      asking: {
        description: 'The dialog names what would be lost.',
        tags: 'open',
        on: {
          'confirmation.given': 'carryingOut',
          'confirmation.refused': 'closed',
          // It has changed in the meantime.
          'confirmation.asked': { actions: { type: 'rememberSubject', params: ({ event }) => event } },
        },
      },
      carryingOut: {
        description: 'The action is carried out; the dialog cannot be closed.',
        tags: ['open', 'busy', 'committed'],
        on: { 'view.left': { actions: 'leaveView' } },
        invoke: {
          id: 'carryOut',
          src: 'carryOut',
          input: ({ context }) => context.subject!,
          onDone: {
            target: 'closed',
            actions: follow(
              outcome,
              ({ context, event }: { context: ConfirmationContext; event: { output: Output } }) => ({
                subject: context.subject!,
                output: event.output,
              }),
              {
                type: 'finish' as const,
                params: ({ context }: { context: ConfirmationContext }) => context.subject!,
              },
            ),
          },
          onError: [
            {
              guard: 'isLeft',
              target: 'closed',
              actions: {
                type: 'showToast',
                params: ({ context, event }) => ({
                  type: 'error',
                  title: context.subject!.name,
                  message: reasonOf(event.error),
                }),
              },
            },
            { target: 'asking', actions: remembersError },
          ],
        },
      },
    },
  })

export type ConfirmationMachine<Output> = ReturnType<typeof createConfirmationMachine<Output>>

/** The plain chart, which is also the machine of everything whose only effect is the deletion. */
export const confirmationMachine = /* @__PURE__ */ createConfirmationMachine({
  id: 'confirmation',
  description: 'Asks before something is lost.',
})

export type ConfirmationRef = ActorRefFrom<typeof confirmationMachine>
