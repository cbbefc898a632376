import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { AnyStateMachine } from 'xstate'
import type { Scene } from '../../harness/stage.tsx'
import type { FormModel } from '../../machines/form.model.ts'
import { type Stage, walkView } from './walk.tsx'

interface FormWalk {
  readonly model: FormModel
  readonly scene: (machine: AnyStateMachine) => Scene
  /** Opens the dialog; without it the form is a page. */
  readonly show?: (stage: Stage) => unknown
  /** Whether it can be left by Cancel, as a dialog can. */
  readonly cancel?: boolean
  readonly form: () => Locator
  /** Fills in all but the walked field. */
  readonly fill?: (form: Locator) => unknown
  /** The walked field. */
  readonly input: (form: Locator) => Locator
  readonly change?: (form: Locator, value: unknown) => unknown
  readonly submit: string
  readonly busy: string
  /** What is seen where the form was; without it the form is gone. */
  readonly finished?: () => unknown
}

const NO_DIALOG = 'a page with a form is neither opened nor closed as a dialog is'

/** Walks a form: every one is the same statechart. */
export function walkForm({ model: { machine, model, form: walked }, ...walk }: FormWalk) {
  const { valid, invalid, field } = walked
  const { id } = machine
  const first = { ...valid, [field]: invalid[field] }
  const { show, form, cancel = show !== undefined, fill = () => {} } = walk
  const change = walk.change ?? ((_, value) => walk.input(form()).fill(String(value)))
  const submit = () => form().getByRole('button', { name: walk.submit, exact: true })
  const isPage = machine.config.initial === 'editing'
  const fillIn = async () => {
    await fill(form())
    await change(form(), first[field])
  }
  walkView({
    machine,
    model: {
      ...model,
      input: first,
      events: (snapshot) => [
        { type: 'form.opened', values: first },
        ...model.events(snapshot).filter(({ type }) => type !== 'form.opened'),
      ],
    },
    scene: walk.scene,
    heard: ['view.left'],
    begin: async () => {
      if (isPage) await fillIn()
    },
    does: {
      'field.changed': ({ value }) => change(form(), value),
      'form.submitted': () => submit().click(),
      ...(show && {
        'form.opened': async (_, stage) => {
          await show(stage)
          await fillIn()
        },
      }),
      ...(cancel && { 'form.closed': () => form().getByRole('button', { name: 'Cancel' }).click() }),
    },
    sees: {
      [`${id}.closed`]: walk.finished ?? (() => expect.element(form()).not.toBeInTheDocument()),
      [`${id}.editing`]: async ({ context }) => {
        const said: string[] = [context.error, context.fieldErrors[field]].filter(Boolean)
        await expect.element(submit()).toBeEnabled()
        for (const text of said) await expect.element(form()).toMatchTextContent(text)
      },
      [`${id}.submitting`]: () =>
        expect.element(form().getByRole('button', { name: walk.busy })).toBeDisabled(),
    },
    exceptions: {
      ...(!show && { [`${id}.closed | form.opened | 0`]: NO_DIALOG }),
      ...(!cancel && { [`${id}.editing | form.closed | 0`]: NO_DIALOG }),
    },
  })
}

/** A dialog by its name. */
export const dialog = (name: string | RegExp) => () => page.getByRole('dialog', { name })
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
