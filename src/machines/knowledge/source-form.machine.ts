import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { StartedSignIn } from '../../services/contract/connectors.ts'
import type { Source } from '../../services/contract/sources.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import {
  changesField,
  doubtsOpened,
  type FieldErrors,
  formActions,
  openedAfter,
  remembersFailure,
  withFieldErrors,
} from '../shared/form/form.parts.ts'
import type {
  SourceFormContext,
  SourceFormEvent,
  SourceFormOptions,
  SourceValues,
} from './source-form.types.ts'

const hasProblems = (problems: FieldErrors) => Object.keys(problems).length > 0

/** The statechart of a dialog that adds a source after a preview of its contents. */
export function createSourceFormMachine<Values extends SourceValues, Found>({
  id,
  description,
  empty,
  validate,
  isAddedAtOnce,
  signsIn,
  problemsOfFound,
  problemsOfChoice,
  fallback,
}: SourceFormOptions<Values, Found>) {
  type Context = SourceFormContext<Values, Found>
  const blank = (given: Partial<Values> = {}): Context => {
    const values = { ...empty, ...given }
    return { values, opened: values, fieldErrors: {}, error: null, refusals: 0, preview: null, signIn: null }
  }
  const choiceProblems = ({ values, preview }: Context) =>
    preview === null ? {} : problemsOfChoice(values, preview)
  const atOnce = isAddedAtOnce && {
    isAddedAtOnce: ({ context }: { context: Context }) => isAddedAtOnce(context.values),
  }
  const standings = signsIn && {
    mustSignIn: ({ context }: { context: Context }) => signsIn.standing(context.values) === 'needed',
    isSignedIn: ({ context }: { context: Context }) => signsIn.standing(context.values) === 'done',
  }
  const signInActors = signsIn && {
    beginSignIn: fromPromise<StartedSignIn, { values: Values }>(notProvided('beginSignIn')),
    awaitSignIn: fromPromise<unknown, StartedSignIn>(notProvided('awaitSignIn')),
  }
  const signInEffects = signsIn && { openPage: actionNotProvided<{ url: string }>('openPage') }
  const base = setup({
    types: {} as {
      context: Context
      events: SourceFormEvent<Values>
      tags: 'open' | 'busy'
      children: {
        preview: 'preview'
        addSource: 'addSource'
        beginSignIn: 'beginSignIn'
        awaitSignIn: 'awaitSignIn'
      }
    },
    actors: {
      ...(signInActors as NonNullable<typeof signInActors>),
      preview: fromPromise<Found, { values: Values }>(notProvided('preview')),
      addSource: fromPromise<Source, { values: Values; opened: Values | null; found: Found | null }>(
        notProvided('addSource'),
      ),
    },
    guards: {
      isWrong: ({ context }) => hasProblems(validate(context.values)),
      isEnough: (_, { problems }: { problems: FieldErrors }) => !hasProblems(problems),
      ...(atOnce as NonNullable<typeof atOnce>),
      ...(standings as NonNullable<typeof standings>),
    },
    actions: {
      refreshSources: actionNotProvided('refreshSources'),
      ...(signInEffects as NonNullable<typeof signInEffects>),
      keepSignIn: assign((_, { signIn }: { signIn: StartedSignIn }) => ({ signIn })),
      noteSignedIn: assign(({ context: { values, signIn } }) => ({
        values: signsIn && signIn ? signsIn.signedIn(values, signIn.id) : values,
      })),
      begin: assign((_, { values }: { values: Partial<Values> }) => blank(values)),
      ...formActions<Context, SourceFormEvent<Values>>(({ values }) => validate(values), fallback),
      forgetPreview: assign({ preview: null }),
      keepPreview: assign({ preview: (_, { found }: { found: Found }) => found }),
      sayNothingFound: assign(({ context }, { found }: { found: Found }) =>
        withFieldErrors(context, problemsOfFound(found)),
      ),
      sayNothingChosen: assign(({ context }) => withFieldErrors(context, choiceProblems(context))),
      doubtOpened: assign(({ context }, { error }: { error: unknown }) => openedAfter(context, error)),
      forgetDraft: assign(() => blank()),
    },
  })
  const addedAtOnce = isAddedAtOnce
    ? [{ guard: 'isAddedAtOnce' as const, target: 'adding' as const, actions: 'forgetErrors' as const }]
    : []
  const signedInFirst = signsIn
    ? [{ guard: 'mustSignIn' as const, target: 'leaving' as const, actions: 'forgetErrors' as const }]
    : []
  const signInAgain = signsIn && {
    'signIn.requested': {
      guard: 'isSignedIn' as const,
      target: 'leaving' as const,
      actions: 'forgetErrors' as const,
    },
  }
  const away = signsIn && {
    leaving: {
      description: 'The server tries what was entered, and makes a way to the page of the service.',
      tags: ['open' as const, 'busy' as const],
      invoke: {
        id: 'beginSignIn' as const,
        src: 'beginSignIn' as const,
        input: ({ context }: { context: Context }) => ({ values: context.values }),
        onDone: {
          target: 'signingIn' as const,
          actions: [
            {
              type: 'keepSignIn' as const,
              params: ({ event }: { event: { output: StartedSignIn } }) => ({ signIn: event.output }),
            },
            {
              type: 'openPage' as const,
              params: ({ event }: { event: { output: StartedSignIn } }) => ({ url: event.output.url }),
            },
          ],
        },
        onError: { target: 'editing' as const, actions: remembersFailure },
      },
      on: {
        'field.changed': { target: 'editing' as const, ...changesField },
        'form.closed': { target: 'closed' as const, actions: 'forgetDraft' as const },
      },
    },
    signingIn: {
      description:
        'The person is at the page of the service, in another window; what was entered waits here.',
      tags: 'open' as const,
      invoke: {
        id: 'awaitSignIn' as const,
        src: 'awaitSignIn' as const,
        input: ({ context }: { context: Context }) => context.signIn as StartedSignIn,
        onDone: { target: 'previewing' as const, actions: 'noteSignedIn' as const },
        onError: { target: 'editing' as const, actions: remembersFailure },
      },
      on: {
        'signIn.cancelled': 'editing' as const,
        'form.closed': { target: 'closed' as const, actions: 'forgetDraft' as const },
      },
    },
  }
  return base.createMachine({
    id,
    description,
    meta: { chart: 'source-form' },
    context: blank(),
    initial: 'closed',
    states: {
      closed: {
        description: 'The dialog is not shown.',
        on: {
          'form.opened': { target: 'editing', actions: { type: 'begin', params: ({ event }) => event } },
        },
      },
      editing: {
        description: 'The person enters an address and the other fields.',
        tags: 'open',
        entry: 'forgetPreview',
        on: {
          'field.changed': changesField,
          'form.submitted': [
            { guard: 'isWrong', actions: 'rememberFieldErrors' },
            ...addedAtOnce,
            ...signedInFirst,
            { target: 'previewing', actions: 'forgetErrors' },
          ],
          ...(signInAgain as NonNullable<typeof signInAgain>),
          'form.closed': { target: 'closed', actions: 'forgetDraft' },
        },
      },
      ...(away as NonNullable<typeof away>),
      previewing: {
        description: 'The server finds out what could be read, for at most thirty seconds.',
        tags: ['open', 'busy'],
        invoke: {
          id: 'preview',
          src: 'preview',
          input: ({ context }) => ({ values: context.values }),
          onDone: [
            {
              guard: {
                type: 'isEnough',
                params: ({ event }) => ({ problems: problemsOfFound(event.output) }),
              },
              target: 'previewed',
              actions: { type: 'keepPreview', params: ({ event }) => ({ found: event.output }) },
            },
            {
              target: 'editing',
              actions: { type: 'sayNothingFound', params: ({ event }) => ({ found: event.output }) },
            },
          ],
          onError: {
            target: 'editing',
            actions: remembersFailure,
          },
        },
        on: {
          // Other settings give other results.
          'field.changed': { target: 'editing', ...changesField },
          'form.closed': { target: 'closed', actions: 'forgetDraft' },
        },
      },
      previewed: {
        description: 'The pages found are listed; the person chooses which to read.',
        tags: 'open',
        on: {
          'field.changed': changesField,
          'import.requested': [
            {
              guard: { type: 'isEnough', params: ({ context }) => ({ problems: choiceProblems(context) }) },
              target: 'adding',
              actions: 'forgetErrors',
            },
            { actions: 'sayNothingChosen' },
          ],
          'rules.requested': { target: 'editing', actions: 'forgetErrors' },
          'form.closed': { target: 'closed', actions: 'forgetDraft' },
        },
      },
      adding: {
        description: 'The source is saved; its pages arrive as documents.',
        tags: ['open', 'busy'],
        on: { 'field.changed': changesField },
        invoke: {
          id: 'addSource',
          src: 'addSource',
          input: ({ context: { values, opened, preview } }) => ({ values, opened, found: preview }),
          onDone: { target: 'closed', actions: ['refreshSources', 'forgetDraft'] },
          onError: { target: 'editing', actions: [doubtsOpened, remembersFailure] },
        },
      },
    },
  })
}

type SourceFormMachine<Values extends SourceValues, Found> = ReturnType<
  typeof createSourceFormMachine<Values, Found>
>
export type SourceFormRef<Values extends SourceValues, Found> = ActorRefFrom<SourceFormMachine<Values, Found>>

/** Only the chart, as drawn; every dialog that adds a source uses it as its own. */
export const sourceFormMachine = /* @__PURE__ */ createSourceFormMachine<
  SourceValues & { readonly url: string; readonly chosen: readonly string[]; readonly signedIn: string },
  { readonly count: number }
>({
  id: 'sourceForm',
  description: 'Adds a source after a look at what it holds.',
  empty: { knowledgeBaseId: '', url: '', chosen: [], signedIn: '' },
  validate: ({ url }): FieldErrors => (url === '' ? { url: 'Enter an address.' } : {}),
  isAddedAtOnce: ({ url }) => url === 'one page',
  signsIn: {
    standing: ({ url, signedIn }) => {
      if (url !== 'a service') return null
      return signedIn === '' ? 'needed' : 'done'
    },
    signedIn: (values, signedIn) => ({ ...values, signedIn }),
  },
  problemsOfFound: ({ count }): FieldErrors => (count === 0 ? { url: 'Nothing was found there.' } : {}),
  problemsOfChoice: ({ chosen }): FieldErrors =>
    chosen.length > 0 ? {} : { chosen: 'Choose at least one.' },
  fallback: 'That did not work. Please try again.',
})
