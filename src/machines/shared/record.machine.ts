import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { shownLanguage, t } from '../../texts/t.ts'
import { isRefusal } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import { blockLeaving } from '../shell/navigation/leaving.ts'
import type { ToastRequest } from '../shell/toasts/toasts.types.ts'
import { showToast } from '../system.ts'
import { differences } from './differences.ts'
import {
  changesField,
  type FieldChange,
  type FieldErrors,
  type FormContext,
  formActions,
  remembersFailure,
} from './form/form.parts.ts'

/** Fields that others changed while they were changed here, as named in a sentence. */
export interface Elsewhere {
  /** Not changed here: the server's values are shown. */
  readonly taken: readonly string[]
  /** Changed here as well: the typed values stay, and saving overwrites theirs. */
  readonly overruled: readonly string[]
}

interface RecordContext<Values> extends FormContext<Values> {
  readonly id: string
  /** The server's values. */
  readonly saved: Values
  /** The values last sent. */
  readonly sent: Values
  /** Fields of saves that got no answer: they are sent again, since what is stored is unknown. */
  readonly unanswered: readonly string[]
  readonly elsewhere: Elsewhere
  /** A read during saving: it may contain the values being saved. */
  readonly early: Values | null
}

type RecordEvent<Values> =
  /** The server's values. Local changes stay. */
  | { type: 'record.read'; values: Values }
  | { type: 'field.changed'; name: string; value: unknown }
  | { type: 'form.submitted' }
  | { type: 'changes.discarded' }

interface RecordOptions<Values> {
  readonly id: string
  readonly description: string
  readonly validate: (values: Values) => FieldErrors
  /** Field name → its name in a sentence. */
  readonly names: Readonly<Record<keyof Values & string, string>>
  /** Lists whose order matters; all others are sets. */
  readonly inOrder?: readonly (keyof Values & string)[]
  /** Shown when the server gives no reason. */
  readonly fallback: string
}

const NOTHING: Elsewhere = { taken: [], overruled: [] }

/** How a record's values are compared. */
function createComparison<Values extends object>({ inOrder = [] }: Pick<RecordOptions<Values>, 'inOrder'>) {
  type Compared = Pick<RecordContext<Values>, 'values' | 'saved'>
  const changesOf = ({ values, saved }: { values: Partial<Values>; saved: Values }) =>
    differences(values, saved, inOrder)
  /** The part of `read` that differs both from the saved values and from those shown here. */
  const changedElsewhere = ({ values, saved }: Compared, read: Values) =>
    Object.keys(changesOf({ values: changesOf({ values: read, saved }), saved: values }))
  const unsavedIn = (record: Compared & Pick<RecordContext<Values>, 'unanswered'>) => {
    const { values, unanswered } = record
    const again = Object.entries(values).filter(([name]) => unanswered.includes(name))
    return { ...changesOf(record), ...(Object.fromEntries(again) as Partial<Values>) }
  }
  return { changesOf, changedElsewhere, unsavedIn }
}

const listed = new Intl.ListFormat(shownLanguage(), { type: 'conjunction' })

/**
 * The statechart of every form that changes something that exists: it can be saved only if it differs, only
 * changed fields are sent, and leaving with unsaved changes asks first.
 */
export function createRecordMachine<Values extends object>(options: RecordOptions<Values>) {
  type Context = RecordContext<Values>
  const { changesOf, changedElsewhere, unsavedIn } = createComparison(options)
  const reasonText = (fields: readonly string[]) =>
    fields.map((name) => options.names[name as keyof Values & string])
  const base = setup({
    types: {} as {
      context: Context
      events: RecordEvent<Values>
      input: { id: string; values: Values }
      tags: 'open' | 'busy'
      children: { save: 'save'; blockLeaving: 'blockLeaving' }
    },
    actors: {
      save: fromPromise<Values, { id: string; changes: Partial<Values> }>(notProvided('save')),
      blockLeaving,
    },
    guards: {
      isValid: ({ context }) => Object.keys(options.validate(context.values)).length === 0,
      isAsSaved: ({ context }) => Object.keys(unsavedIn(context)).length === 0,
      differs: ({ context: { values, saved } }, { name, value }: FieldChange) =>
        Object.keys(changesOf({ saved, values: { ...values, [name]: value } })).length > 0,
    },
    actions: {
      showToast,
      takeValues: assign((_, { values }: { values: Values }) => ({
        values,
        saved: values,
        unanswered: [],
        early: null,
        fieldErrors: {},
        error: null,
      })),
      mergeValues: assign(({ context }, { values: read }: { values: Values }) => {
        const mine = unsavedIn(context)
        const changed = changedElsewhere(context, read)
        const named = (isMine: boolean) => reasonText(changed.filter((name) => name in mine === isMine))
        const overruled = new Set([...context.elsewhere.overruled, ...named(true)])
        const taken = new Set([...context.elsewhere.taken, ...named(false)])
        return {
          values: { ...read, ...mine },
          saved: read,
          early: null,
          elsewhere: {
            taken: [...taken].filter((name) => !overruled.has(name)),
            overruled: [...overruled],
          },
        }
      }),
      keepEarly: assign({ early: (_, { values }: { values: Values }) => values }),
      rememberSent: assign(({ context }) => ({ sent: context.values })),
      /** Changes since the submit stay, and are not saved yet. */
      takeSaved: assign(({ context: { values, sent } }, { saved }: { saved: Values }) => ({
        values: { ...saved, ...changesOf({ values, saved: sent }) },
        saved,
        unanswered: [],
        early: null,
        elsewhere: NOTHING,
        fieldErrors: {},
        error: null,
      })),
      doubtSaved: assign(({ context }, { error }: { error: unknown }) => {
        if (isRefusal(error)) return {}
        const sent = unsavedIn({ ...context, values: context.sent })
        const { early } = context
        // Fields that a read has already shown to be stored need no answer.
        return { unanswered: Object.keys(early ? changesOf({ values: sent, saved: early }) : sent) }
      }),
      trustRead: assign({ unanswered: [] }),
      forgetElsewhere: assign({ elsewhere: () => NOTHING }),
      discardChanges: assign(({ context }) => ({ values: context.saved, fieldErrors: {}, error: null })),
      ...formActions<Context, RecordEvent<Values>>(
        ({ values }) => options.validate(values),
        options.fallback,
      ),
    },
  })
  const savedToast = ({ sent, saved: before, unanswered }: Context, saved: Values): ToastRequest => {
    const context = { values: sent, saved: before, unanswered }
    const mine = unsavedIn(context)
    const others = changedElsewhere(context, saved).filter((name) => !(name in mine))
    const message = t('Saved: {fields}.', { fields: listed.format(reasonText(Object.keys(mine))) })
    return {
      type: 'success',
      message:
        others.length === 0
          ? message
          : t('{message} Also changed elsewhere: {others}.', {
              message,
              others: listed.format(reasonText(others)),
            }),
    }
  }
  return base.createMachine({
    id: options.id,
    description: options.description,
    meta: { chart: 'record' },
    context: ({ input: { id, values } }) => ({
      id,
      values,
      saved: values,
      sent: values,
      unanswered: [],
      elsewhere: NOTHING,
      early: null,
      fieldErrors: {},
      error: null,
      refusals: 0,
    }),
    initial: 'unchanged',
    states: {
      unchanged: {
        description: 'As stored on the server; there is nothing to save.',
        tags: 'open',
        on: {
          'record.read': { actions: { type: 'takeValues', params: ({ event }) => event } },
          'field.changed': [
            {
              guard: { type: 'differs', params: ({ event }) => event },
              target: 'changed',
              actions: { type: 'changeField', params: ({ event }) => event },
            },
            { actions: { type: 'changeField', params: ({ event }) => event } },
          ],
        },
      },
      changed: {
        description:
          'There are unsaved changes: changes made elsewhere do not overwrite them, and leaving asks first.',
        invoke: { id: 'blockLeaving', src: 'blockLeaving' },
        exit: 'forgetElsewhere',
        initial: 'editing',
        states: {
          editing: {
            description: 'It can be saved or discarded.',
            tags: 'open',
            always: { guard: 'isAsSaved', target: `#${options.id}.unchanged`, actions: 'forgetErrors' },
            on: {
              'record.read': {
                actions: [{ type: 'mergeValues', params: ({ event }) => event }, 'trustRead'],
              },
              'field.changed': changesField,
              'changes.discarded': { target: `#${options.id}.unchanged`, actions: 'discardChanges' },
              'form.submitted': [
                { guard: 'isValid', target: 'saving', actions: ['forgetErrors', 'rememberSent'] },
                { actions: 'rememberFieldErrors' },
              ],
            },
          },
          saving: {
            description: 'Only changed fields are sent.',
            tags: ['open', 'busy'],
            on: {
              'record.read': { actions: { type: 'keepEarly', params: ({ event }) => event } },
              'field.changed': changesField,
            },
            invoke: {
              id: 'save',
              src: 'save',
              input: ({ context }) => ({ id: context.id, changes: unsavedIn(context) }),
              onDone: {
                target: 'editing',
                actions: [
                  { type: 'showToast', params: ({ context, event }) => savedToast(context, event.output) },
                  { type: 'takeSaved', params: ({ event }) => ({ saved: event.output }) },
                ],
              },
              onError: {
                target: 'editing',
                actions: [
                  remembersFailure,
                  { ...remembersFailure, type: 'doubtSaved' },
                  {
                    type: 'mergeValues',
                    params: ({ context }) => ({ values: context.early ?? context.saved }),
                  },
                ],
              },
            },
          },
        },
      },
    },
  })
}

export type RecordMachine<Values extends object> = ReturnType<typeof createRecordMachine<Values>>
export type RecordRef<Values extends object> = ActorRefFrom<RecordMachine<Values>>

/** Only the chart, as drawn; every record uses it as its own. */
export const recordMachine = /* @__PURE__ */ createRecordMachine<{ name: string }>({
  id: 'record',
  description: 'Something that exists is changed and saved.',
  validate: ({ name }): FieldErrors => (name.trim() === '' ? { name: 'Enter a name.' } : {}),
  names: { name: 'name' },
  fallback: 'The changes could not be saved. They are kept: try again.',
})
