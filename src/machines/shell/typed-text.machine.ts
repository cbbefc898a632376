import { type AnyActorRef, assign, fromCallback, sendTo, setup } from 'xstate'
import { lookUp } from '../look-up.ts'
import { blockLeaving } from './navigation/leaving.ts'
import { selectHasChanges, selectPathname } from './navigation/navigation.selectors.ts'

type Values = Readonly<Record<string, unknown>>

/** The form part of a dialog, whatever else its machine has. */
export interface HeldForm extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    /** `stored`: what a form that stays open after saving need not hold. */
    readonly context: { readonly values: object; readonly stored?: object }
    hasTag(tag: 'open' | 'busy'): boolean
  }
  send(event: { type: 'form.closed' }): void
}

interface Report {
  readonly values: Values
  /** Undefined if nothing but what the form opened with is stored while it is open. */
  readonly stored?: Values | undefined
  /** Something can be typed: values are not being loaded. */
  readonly isOpen: boolean
  readonly isBusy: boolean
  /** A confirmation is open, from the page behind the dialog or for the text typed here. */
  readonly isHeld: boolean
}

interface TypedTextContext {
  readonly form: HeldForm
  /** As when the form opened. */
  readonly first: Values
  /** The page behind it is already asking, and continues when the dialog has closed. */
  readonly isPageHeld: boolean
}

interface Reported {
  readonly report: Report
}

const isAs = (first: Values, { values, stored = first }: Report) =>
  Object.keys(values).every((name) => values[name] === stored[name])

/** S2.42: text typed in a dialog is not lost by Escape, nor by Back without a question. */
export const typedTextMachine = setup({
  types: {} as {
    context: TypedTextContext
    /** `page.left`: another page is shown. */
    events: ({ type: 'form.reported' } & Reported) | { type: 'page.left' }
    input: { form: HeldForm }
    tags: 'typed'
    children: { watchForm: 'watchForm'; blockLeaving: 'blockLeaving' }
  },
  actors: {
    blockLeaving,
    watchForm: fromCallback<{ type: string }, { form: HeldForm }>(({ input: { form }, system, sendBack }) => {
      const navigation = lookUp({ system }, 'navigation')
      let shown = navigation && selectPathname(navigation.getSnapshot())
      const pages = navigation?.subscribe((snapshot) => {
        if (shown === selectPathname(snapshot)) return
        shown = selectPathname(snapshot)
        sendBack({ type: 'page.left' })
      })
      const publish = () => {
        const snapshot = form.getSnapshot()
        const report: Report = {
          values: snapshot.context.values as Values,
          stored: snapshot.context.stored as Values | undefined,
          isOpen: snapshot.hasTag('open'),
          isBusy: snapshot.hasTag('busy'),
          isHeld: navigation !== undefined && selectHasChanges(navigation.getSnapshot()),
        }
        sendBack({ type: 'form.reported', report })
      }
      publish()
      const reports = form.subscribe(publish)
      return () => {
        reports.unsubscribe()
        pages?.unsubscribe()
      }
    }),
  },
  guards: {
    isOpen: (_, { report }: Reported) => report.isOpen,
    isClosed: (_, { report }: Reported) => !report.isOpen,
    // A form that stays open keeps what was not part of the save.
    isSent: (_, { report }: Reported) => report.isBusy && report.stored === undefined,
    isAsOpened: ({ context: { first } }, { report }: Reported) => isAs(first, report),
    isTyped: ({ context: { first } }, { report }: Reported) => !isAs(first, report),
    isTypedOverHeldPage: ({ context: { first, isPageHeld } }, { report }: Reported) =>
      isPageHeld && !isAs(first, report),
    isTypedAndIdle: ({ context: { first } }, { report }: Reported) =>
      report.isOpen && !report.isBusy && !isAs(first, report),
  },
  actions: {
    closeForm: sendTo(({ context: { form } }) => form as unknown as AnyActorRef, { type: 'form.closed' }),
    begin: assign((_, { report }: Reported) => ({ first: report.values, isPageHeld: report.isHeld })),
  },
}).createMachine({
  id: 'typedText',
  description: 'Text typed in a dialog is not lost by mistake.',
  context: ({ input: { form } }) => ({ form, first: {}, isPageHeld: false }),
  invoke: { id: 'watchForm', src: 'watchForm', input: ({ context: { form } }) => ({ form }) },
  initial: 'closed',
  states: {
    closed: {
      description: 'The form is not open, although its dialog may load values.',
      on: {
        'form.reported': {
          guard: { type: 'isOpen', params: ({ event }) => event },
          target: 'untouched',
          actions: { type: 'begin', params: ({ event }) => event },
        },
      },
    },
    untouched: {
      description: 'The form is as it opened: Escape closes the dialog.',
      on: {
        'form.reported': [
          { guard: { type: 'isClosed', params: ({ event }) => event }, target: 'closed' },
          {
            guard: { type: 'isTypedOverHeldPage', params: ({ event }) => event },
            target: 'typed.overHeldPage',
          },
          { guard: { type: 'isTyped', params: ({ event }) => event }, target: 'typed' },
        ],
      },
    },
    typed: {
      description: 'Text was typed: Escape does not discard it, because it can be pressed by mistake.',
      tags: 'typed',
      initial: 'held',
      on: {
        // The person was asked, and has left it.
        'page.left': { actions: 'closeForm' },
        'form.reported': [
          { guard: { type: 'isClosed', params: ({ event }) => event }, target: 'closed' },
          { guard: { type: 'isAsOpened', params: ({ event }) => event }, target: 'untouched' },
        ],
      },
      states: {
        held: {
          description: 'Leaving the page asks first.',
          invoke: { id: 'blockLeaving', src: 'blockLeaving' },
          on: {
            'form.reported': {
              guard: { type: 'isSent', params: ({ event }) => event },
              target: 'sent',
            },
          },
        },
        sent: {
          description: 'It is being sent: the next page opens without a confirmation.',
          on: {
            'form.reported': {
              guard: { type: 'isTypedAndIdle', params: ({ event }) => event },
              target: 'held',
            },
          },
        },
        overHeldPage: { description: 'The page behind the dialog holds something already, and asks.' },
      },
    },
  },
})
