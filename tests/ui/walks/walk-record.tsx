import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { AnyStateMachine } from 'xstate'
import type { Model } from '../../harness/model/model.ts'
import type { Scene } from '../../harness/stage.tsx'
import { walkView } from './walk.tsx'
import { button } from './walk-form.tsx'

interface RecordWalk {
  readonly machine: AnyStateMachine
  readonly model: Model<AnyStateMachine>
  readonly scene: (machine: AnyStateMachine) => Scene
  readonly exceptions?: Readonly<Record<string, string>>
  /** The field that the model changes. */
  readonly field: {
    readonly name: string
    readonly label: string
    /** What the field holds of a value; the same text by default. */
    readonly shown?: (value: never) => string | number | null
  }
}

/** Walks a form of something that exists: every one is the same statechart. */
export function walkRecord({
  machine,
  model,
  scene,
  exceptions = {},
  field: { name, label, shown = String },
}: RecordWalk) {
  const { id } = machine
  const field = () => page.getByLabelText(label, { exact: true })
  walkView({
    machine,
    model: {
      ...model,
      // What the field holds already is not typed.
      events: (snapshot) =>
        model
          .events(snapshot)
          .filter(
            (event) =>
              event.type !== 'field.changed' ||
              (event.name === name && event.value !== snapshot.context.values[name]),
          ),
    },
    scene,
    exceptions,
    heard: ['record.read'],
    does: {
      'field.changed': ({ value }) => field().fill(String(shown(value as never) ?? '')),
      'form.submitted': () => button('Save changes').click(),
      'changes.discarded': () => button('Discard').click(),
    },
    sees: {
      [id]: ({ context }) => expect.element(field()).toHaveValue(shown(context.values[name] as never)),
      [`${id}.unchanged`]: async () => {
        await expect.element(button('Save changes')).toBeDisabled()
        await expect.element(button('Discard')).not.toBeInTheDocument()
      },
      [`${id}.changed.editing`]: async ({ context }) => {
        await expect.element(button('Save changes')).toBeEnabled()
        await expect.element(page.getByText('Not saved yet.')).toBeVisible()
        const said = Object.keys(context.values).map((of) => context.fieldErrors[of])
        const { taken, overruled } = context.elsewhere
        const elsewhere = page.getByRole('status').filter({ hasText: /elsewhere/ })
        if (taken.length + overruled.length === 0) await expect.element(elsewhere).not.toBeInTheDocument()
        if (taken.length > 0) await expect.element(elsewhere).toMatchTextContent(`updated here: ${taken[0]}`)
        if (overruled.length > 0)
          await expect.element(elsewhere).toMatchTextContent(`here and elsewhere: ${overruled[0]}`)
        for (const text of [context.error, ...said].filter(Boolean))
          await expect.element(page.getByRole('main')).toMatchTextContent(text)
      },
      [`${id}.changed.saving`]: () => expect.element(button('Saving…')).toBeDisabled(),
    },
  })
}
