import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { formMachine } from '../../src/machines/shared/form/form.machine.ts'
import type { ModelDescription } from '../harness/model/describe-model.ts'
import { labelled } from '../harness/model/labels.ts'
import { harmless, never } from '../harness/model/unhandled.ts'

interface FormCase {
  readonly name: string
  readonly machine: AnyStateMachine
  /** Values that the form accepts. */
  readonly valid: Readonly<Record<string, unknown>>
  /** The same with one field that it refuses. */
  readonly invalid: Readonly<Record<string, unknown>>
  /** A field that a change mends. */
  readonly field: string
  readonly output: unknown
  /** Whose what it sends is to be. */
  readonly organizationId?: string
  /** What came of it is shown, instead of closing. */
  readonly shows?: true
}

export interface FormModel extends ModelDescription<AnyStateMachine> {
  readonly form: FormCase
}

export const refused = labelled(
  'The server refuses it, with a reason',
  Object.assign(new Error('refused'), {
    detail: 'This name is taken.',
    fields: { name: 'Taken.', email: 'Taken.' },
  }),
)
export const unanswered = labelled('The server does not answer', new Error('offline'))

/** What every form need not hear. */
export const formUnhandled = [
  never(
    ['form.opened'],
    ['editing', 'submitting'],
    'The form is on the screen: a dialog lies over what opens it, and nothing opens a page.',
  ),
  harmless(
    ['field.changed', 'form.submitted', 'form.closed'],
    ['closed'],
    'A dialog that fades out is about a form that was accepted or left.',
  ),
  harmless(['form.submitted'], ['submitting'], 'The same submit is under way, and is not to be sent twice.'),
  harmless(['form.closed'], ['submitting'], 'S2.42: while submitting, cancel, close and Escape do nothing.'),
]

/** What a form that shows what came of it need not hear besides. */
export const shownUnhandled = [
  never(['form.opened'], ['shown'], 'The dialog lies over the button that opens it.'),
  never(['field.changed', 'form.submitted'], ['shown'], 'The form is not on the screen any more.'),
]

/** Every form is the same statechart: one model with the values of each. */
export function modelOfForm(form: FormCase): FormModel {
  const { name, machine, valid, invalid, field, output, shows, organizationId } = form
  return {
    form,
    name,
    machine,
    model: {
      input: invalid,
      events: () => [
        { type: 'form.opened', values: valid, ...(organizationId && { organizationId }) },
        { type: 'form.opened' },
        { type: 'field.changed', name: field, value: valid[field] },
        { type: 'field.changed', name: field, value: invalid[field] },
        { type: 'form.submitted' },
        { type: 'form.closed' },
      ],
      answers: () => ({ submit: [output, refused, unanswered] }),
      unhandled: [...formUnhandled, ...(shows ? shownUnhandled : [])],
      key: ({ context }) => [
        context.values,
        context.fieldErrors,
        context.error,
        context.output,
        Math.min(context.refusals, 1),
      ],
    },
    rig: (world) => ({
      oracles: {
        [`${machine.id}.closed`]: () => {
          expect(world.children.size).toBe(0)
          const finished = world.effects.filter((effect) => effect.name === 'finish')
          for (const { params } of finished) expect(params).toEqual({ output })
        },
        [`${machine.id}.submitting`]: () => {
          expect(world.children.get('submit')?.input).toEqual({
            organizationId: expect.toBeOneOf(['', organizationId]),
            values: expect.objectContaining(valid),
          })
        },
      },
    }),
  }
}

/** The chart itself. */
export const formModel = modelOfForm({
  name: 'form',
  machine: formMachine,
  organizationId: 'o1',
  valid: { name: 'Northwind' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'n1' },
  shows: true,
})
