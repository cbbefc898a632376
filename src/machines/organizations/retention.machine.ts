import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { Channel } from '../../services/contract/conversations.ts'
import type { Retention, RetentionPreview, RetentionRule } from '../../services/contract/retention.ts'
import { t } from '../../texts/t.ts'
import { notProvided } from '../not-provided.ts'
import { failsTo, isRefused } from '../shared/failed-call.ts'
import { changesField, type FormContext, formActions, remembersFailure } from '../shared/form/form.parts.ts'
import type { Elsewhere } from '../shared/record.machine.ts'
import { blockLeaving } from '../shell/navigation/leaving.ts'
import { showToast } from '../system.ts'

/** The rules on the screen, and those that they were made from. */
interface RetentionChanges {
  readonly values: Retention
  readonly saved: Retention
}

const keyOf = ({ integration_id, channel }: RetentionRule) => `${integration_id} ${channel}`
const ruleText = (rule: RetentionRule) => `${keyOf(rule)} ${rule.days}`

/** Rules that only one of two lists contains. */
const differing = (one: readonly RetentionRule[], other: readonly RetentionRule[]) => {
  const texts = new Set(other.map(ruleText))
  return one.filter((rule) => !texts.has(ruleText(rule)))
}

/** The stored rules, with those that were changed here as on the screen. */
export function withChanges({ values, saved }: RetentionChanges, stored: Retention): Retention {
  const mine = new Set(
    [...differing(values.rules, saved.rules), ...differing(saved.rules, values.rules)].map(keyOf),
  )
  const shown = new Set(values.rules.map(keyOf))
  const storedRules = new Map(stored.rules.map((rule) => [keyOf(rule), rule]))
  const own = <Name extends keyof Retention>(name: Name) =>
    values[name] === saved[name] ? stored[name] : values[name]
  return {
    default_days: own('default_days'),
    audit_days: own('audit_days'),
    deleted_document_days: own('deleted_document_days'),
    delivery_days: own('delivery_days'),
    rules: [
      ...values.rules.flatMap((rule) =>
        mine.has(keyOf(rule)) ? rule : (storedRules.get(keyOf(rule)) ?? []),
      ),
      ...stored.rules.filter((rule) => !mine.has(keyOf(rule)) && !shown.has(keyOf(rule))),
    ],
  }
}

interface RetentionContext extends FormContext<Retention> {
  readonly organizationId: string
  /** The server's values. */
  readonly saved: Retention
  /** Preview of the data that `values` would delete now; null until the server has counted it. */
  readonly preview: RetentionPreview | null
  readonly elsewhere: Elsewhere
}

type RetentionEvent =
  /** The server's values. Local changes stay, and are counted again. */
  | { type: 'record.read'; values: Retention }
  | { type: 'field.changed'; name: string; value: unknown }
  | { type: 'retry.requested' }
  | { type: 'form.submitted' }
  | { type: 'confirmation.given' }
  | { type: 'confirmation.refused' }
  | { type: 'changes.discarded' }

/** A request sends the changes made to what is stored by then: others may have changed that since it was read. */
export interface RetentionSubject extends RetentionChanges {
  readonly organizationId: string
}

const NOTHING: Elsewhere = { taken: [], overruled: [] }

const FIELDS = ['default_days', 'rules', 'audit_days', 'deleted_document_days', 'delivery_days'] as const

/** The order of rules does not matter. */
const textOf = (name: keyof Retention, { [name]: value }: Retention) =>
  Array.isArray(value)
    ? `${value.map(({ integration_id, channel, days }) => `${integration_id} ${channel} ${days}`).sort()}`
    : `${value}`

/** Whether the rules would delete nothing now. */
export const isNothing = ({ conversations, audit_entries, documents, deliveries }: RetentionPreview) =>
  conversations + audit_entries + documents + deliveries === 0

/** A new rule starts with the first channel without one. */
export function withNewRule(rules: readonly RetentionRule[]): RetentionRule[] {
  const channel =
    Channel.options.find((one) =>
      rules.every((rule) => rule.integration_id !== null || rule.channel !== one),
    ) ?? 'share'
  return [...rules, { integration_id: null, channel, days: 90 }]
}

const subject = ({ context }: { context: RetentionContext }): RetentionSubject => {
  const { organizationId, values, saved } = context
  return { organizationId, values, saved }
}

const NAMES: Readonly<Record<keyof Retention, string>> = {
  default_days: t('how long conversations are kept'),
  rules: t('exceptions'),
  audit_days: t('how long the audit log is kept'),
  deleted_document_days: t('how long documents that disappeared from a source are kept'),
  delivery_days: t('how long webhook deliveries are kept'),
}

/** Rules that others changed while they were changed here. */
function changedElsewhere({ elsewhere, ...changes }: RetentionContext, read: Retention): Elsewhere {
  const { values, saved } = changes
  const theirs = withChanges({ values: read, saved }, values)
  const mine = withChanges(changes, read)
  const differing = (one: Retention, other: Retention) =>
    FIELDS.filter((name) => textOf(name, one) !== textOf(name, other)).map((name) => NAMES[name])
  const overruled = new Set([...elsewhere.overruled, ...differing(mine, theirs)])
  const taken = new Set([...elsewhere.taken, ...differing(read, saved)])
  return { taken: [...taken].filter((name) => !overruled.has(name)), overruled: [...overruled] }
}

/** How long an organization keeps data: before saving, the effect of a change is counted. */
export const retentionMachine = setup({
  types: {} as {
    context: RetentionContext
    events: RetentionEvent
    input: { organizationId: string; values: Retention }
    tags: 'open' | 'busy' | 'asking' | 'counting'
    children: { preview: 'preview'; save: 'save'; blockLeaving: 'blockLeaving' }
  },
  actors: {
    preview: fromPromise<RetentionPreview, RetentionSubject>(notProvided('preview')),
    save: fromPromise<Retention, RetentionSubject>(notProvided('save')),
    blockLeaving,
  },
  guards: {
    isAsSaved: ({ context: { values, saved } }) =>
      FIELDS.every((name) => textOf(name, values) === textOf(name, saved)),
    isRefused,
    deletesNothing: ({ context: { preview } }) => preview !== null && isNothing(preview),
  },
  actions: {
    showToast,
    takeValues: assign((_, { values }: { values: Retention }) => ({
      values,
      saved: values,
      preview: null,
      fieldErrors: {},
      error: null,
    })),
    takeRead: assign(({ context }, { values: read }: { values: Retention }) => ({
      values: withChanges(context, read),
      saved: read,
      elsewhere: changedElsewhere(context, read),
    })),
    keepPreview: assign({ preview: (_, { preview }: { preview: RetentionPreview }) => preview }),
    forgetPreview: assign({ preview: null }),
    forgetElsewhere: assign({ elsewhere: () => NOTHING }),
    discardChanges: assign(({ context }) => ({ values: context.saved, fieldErrors: {}, error: null })),
    ...formActions<RetentionContext, RetentionEvent>(
      () => ({}),
      t('The server could not be reached. Your changes are kept: try again.'),
    ),
  },
}).createMachine({
  id: 'retention',
  description: 'How long an organization keeps conversations and other records.',
  context: ({ input: { organizationId, values } }) => ({
    organizationId,
    values,
    saved: values,
    preview: null,
    elsewhere: NOTHING,
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
        'field.changed': { target: 'changed', actions: changesField.actions },
      },
    },
    changed: {
      description: 'There are unsaved changes: leaving asks first.',
      invoke: { id: 'blockLeaving', src: 'blockLeaving' },
      exit: 'forgetElsewhere',
      on: { 'record.read': { actions: { type: 'takeRead', params: ({ event }) => event } } },
      initial: 'editing',
      states: {
        editing: {
          description: 'It can be changed further, or discarded.',
          tags: 'open',
          initial: 'counting',
          always: { guard: 'isAsSaved', target: '#retention.unchanged', actions: 'forgetErrors' },
          on: {
            'field.changed': { target: '.counting', actions: ['forgetErrors', changesField.actions] },
            'record.read': {
              target: '.counting',
              actions: ['forgetErrors', { type: 'takeRead', params: ({ event }) => event }],
            },
            'changes.discarded': { target: '#retention.unchanged', actions: 'discardChanges' },
          },
          states: {
            counting: {
              description: 'The server counts what the rules would delete now.',
              tags: 'counting',
              entry: 'forgetPreview',
              invoke: {
                id: 'preview',
                src: 'preview',
                input: subject,
                onDone: {
                  target: 'counted',
                  actions: { type: 'keepPreview', params: ({ event }) => ({ preview: event.output }) },
                },
                onError: failsTo('notCounted', remembersFailure),
              },
            },
            counted: {
              description: 'What would be deleted is shown; it can be saved.',
              on: {
                'form.submitted': [
                  { guard: 'deletesNothing', target: '#retention.changed.saving', actions: 'forgetErrors' },
                  { target: '#retention.changed.asking' },
                ],
              },
            },
            notCounted: {
              description: 'The server could not count; Try Again.',
              on: { 'retry.requested': { target: 'counting', actions: 'forgetErrors' } },
            },
            refused: { description: 'The server refused the rules, and would until they are changed.' },
          },
        },
        asking: {
          description: 'The dialog says what is permanently deleted.',
          tags: ['open', 'asking'],
          on: {
            'confirmation.given': { target: 'saving', actions: 'forgetErrors' },
            'confirmation.refused': 'editing.counted',
          },
        },
        saving: {
          description: 'The request is sent to the server; nothing can be changed until then.',
          tags: ['open', 'busy'],
          invoke: {
            id: 'save',
            src: 'save',
            input: subject,
            onDone: {
              target: '#retention.unchanged',
              actions: [
                { type: 'takeValues', params: ({ event }) => ({ values: event.output }) },
                {
                  type: 'showToast',
                  params: { type: 'success', message: t('Retention rules saved.') },
                },
              ],
            },
            onError: { target: 'editing.counted', actions: remembersFailure },
          },
        },
      },
    },
  },
})

export type RetentionRef = ActorRefFrom<typeof retentionMachine>
