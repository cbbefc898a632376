import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { type FieldChange, withFailure, withField, withFieldErrors } from './form.steps.ts'
import type { FieldErrors, FormEvent, FormOptions, SubmitContext } from './form.types.ts'

/**
 * The statechart that every form shares: what was typed is kept until it is accepted, a refusal is shown
 * beside its field, and while submitting nothing closes it (S2.42). A dialog starts `closed`, a page `editing`.
 * What came of a submit is shown where the form says so.
 */
export function createFormMachine<Values extends object, Output>({
  acceptedAs = 'closed',
  ...options
}: FormOptions<Values>) {
  const blank = (values: Partial<Values>): SubmitContext<Values, Output> => ({
    values: { ...options.empty, ...values },
    fieldErrors: {},
    error: null,
    refusals: 0,
    output: null,
  })
  const base = setup({
    types: {} as {
      context: SubmitContext<Values, Output>
      events: FormEvent<Values>
      input: Partial<Values> | undefined
      tags: 'open' | 'busy' | 'shown'
      children: { submit: 'submit' }
    },
    actors: { submit: fromPromise<Output, { values: Values }>(notProvided('submit')) },
    guards: { isValid: ({ context }) => Object.keys(options.validate(context.values)).length === 0 },
    actions: {
      finish: actionNotProvided<{ output: Output }>('finish'),
      changeField: assign(({ context }, change: FieldChange) => withField(context, change)),
      forgetErrors: assign({ fieldErrors: () => ({}) as FieldErrors, error: () => null }),
      rememberFieldErrors: assign(({ context }) =>
        withFieldErrors(context, options.validate(context.values)),
      ),
      rememberFailure: assign(({ context }, { error }: { error: unknown }) =>
        withFailure(context, error, options.fallback),
      ),
      forgetDraft: assign(() => blank({})),
      keepOutput: assign((_, { output }: { output: Output }) => ({ output })),
      takeValues: assign((_, { values }: { values: Partial<Values> }) => blank(values)),
    },
  })
  const shown = {
    description: 'What came of it is shown, this once.',
    tags: ['open', 'shown'],
    on: { 'form.closed': { target: 'closed', actions: 'forgetDraft' } },
  } as const
  return base.createMachine({
    id: options.id,
    description: options.description,
    context: ({ input }) => blank(input ?? {}),
    initial: options.initial,
    states: {
      closed: {
        description: 'The form is not shown; nothing that was typed is left.',
        on: {
          'form.opened': {
            target: 'editing',
            actions: { type: 'takeValues', params: ({ event }) => ({ values: event.values ?? {} }) },
          },
        },
      },
      editing: {
        description: 'The person fills the form in.',
        tags: 'open',
        on: {
          'field.changed': { actions: { type: 'changeField', params: ({ event }) => event } },
          'form.submitted': [
            { guard: 'isValid', target: 'submitting', actions: 'forgetErrors' },
            { actions: 'rememberFieldErrors' },
          ],
          'form.closed': { target: 'closed', actions: 'forgetDraft' },
        },
      },
      submitting: {
        description: 'The server is asked; cancel, close and Escape do nothing.',
        tags: ['open', 'busy'],
        on: { 'field.changed': { actions: { type: 'changeField', params: ({ event }) => event } } },
        invoke: {
          id: 'submit',
          src: 'submit',
          input: ({ context }) => ({ values: context.values }),
          onDone:
            acceptedAs === 'shown'
              ? {
                  target: 'shown',
                  actions: [
                    'forgetDraft',
                    { type: 'keepOutput', params: ({ event }) => ({ output: event.output }) },
                    { type: 'finish', params: ({ event }) => ({ output: event.output }) },
                  ],
                }
              : {
                  target: 'closed',
                  actions: [
                    'forgetDraft',
                    { type: 'finish', params: ({ event }) => ({ output: event.output }) },
                  ],
                },
          onError: {
            target: 'editing',
            actions: { type: 'rememberFailure', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      // The type has it always: a machine's states cannot be inferred from a choice.
      ...((acceptedAs === 'shown' ? { shown } : {}) as { shown: typeof shown }),
    },
  })
}

type FormMachine<Values extends object, Output> = ReturnType<typeof createFormMachine<Values, Output>>
export type FormRef<Values extends object, Output> = ActorRefFrom<FormMachine<Values, Output>>
