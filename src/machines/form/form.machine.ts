import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { type FieldChange, withFailure, withField, withFieldErrors } from './form.steps.ts'
import type { FieldErrors, FormContext, FormEvent, FormOptions } from './form.types.ts'

/**
 * The statechart that every form shares: what was typed is kept until it is accepted, a refusal is shown
 * beside its field, and while submitting nothing closes it (S2.42). A dialog starts `closed`, a page `editing`.
 */
export function createFormMachine<Values extends object, Output>(options: FormOptions<Values>) {
  const blank = (values: Partial<Values>): FormContext<Values> => ({
    values: { ...options.empty, ...values },
    fieldErrors: {},
    error: null,
    refusals: 0,
  })
  const base = setup({
    types: {} as {
      context: FormContext<Values>
      events: FormEvent<Values>
      input: Partial<Values> | undefined
      tags: 'open' | 'busy'
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
      takeValues: assign((_, { values }: { values: Partial<Values> }) => blank(values)),
    },
  })
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
          onDone: {
            target: 'closed',
            actions: ['forgetDraft', { type: 'finish', params: ({ event }) => ({ output: event.output }) }],
          },
          onError: {
            target: 'editing',
            actions: { type: 'rememberFailure', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
    },
  })
}

type FormMachine<Values extends object, Output> = ReturnType<typeof createFormMachine<Values, Output>>
export type FormRef<Values extends object, Output> = ActorRefFrom<FormMachine<Values, Output>>
