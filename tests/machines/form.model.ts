import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { ModelDescription } from '../harness/model/describe-model.ts'

interface FormCase {
  name: string
  machine: AnyStateMachine
  /** Values that the form accepts. */
  valid: Record<string, unknown>
  /** The same with one field that it refuses. */
  invalid: Record<string, unknown>
  /** A field that a change mends. */
  field: string
  output: unknown
}

export const refused = Object.assign(new Error('refused'), {
  detail: 'This name is taken.',
  fields: { name: 'Taken.', email: 'Taken.' },
})
export const unanswered = new Error('offline')

/** Every form is the same statechart: one model with the values of each. */
export const formModel = ({
  name,
  machine,
  valid,
  invalid,
  field,
  output,
}: FormCase): ModelDescription<AnyStateMachine> => ({
  name,
  machine,
  model: {
    input: invalid,
    events: () => [
      { type: 'form.opened', values: valid },
      { type: 'form.opened' },
      { type: 'field.changed', name: field, value: valid[field] },
      { type: 'field.changed', name: field, value: invalid[field] },
      { type: 'form.submitted' },
      { type: 'form.closed' },
    ],
    answers: () => ({ submit: [output, refused, unanswered] }),
    key: ({ context }) => [context.values, context.fieldErrors, context.error, Math.min(context.refusals, 1)],
  },
  rig: (world) => ({
    oracles: {
      [`${machine.id}.closed`]: () => {
        expect(world.children.size).toBe(0)
        const finished = world.effects.filter((effect) => effect.name === 'finish')
        for (const { params } of finished) expect(params).toEqual({ output })
      },
      [`${machine.id}.submitting`]: () => {
        expect(world.children.get('submit')?.input).toEqual({ values: expect.objectContaining(valid) })
      },
    },
  }),
})
