import type { Locator, Page } from '@playwright/test'
import type { AnyEventObject } from 'xstate'
import type { Reply } from '../../harness/scripted-server.ts'
import type { FormModel } from '../../machines/form.model.ts'
import { expect } from '../gateway.ts'
import { type Stage, walkInBrowser } from './walk.ts'

interface FormWalk {
  readonly model: FormModel
  /** `METHOD path` of what is asked when the form is submitted; a pattern where the path has an id. */
  readonly request: RegExp
  /** Leads to the page; a form that is no dialog is filled in there, but for the walked field. */
  readonly open: (stage: Stage) => Promise<void>
  /** Opens the dialog, and fills in all but the walked field; without it the form is a page. */
  readonly show?: (stage: Stage) => Promise<void>
  /** Whether it can be left by Cancel; as a dialog can. */
  readonly cancel?: boolean
  readonly form: (page: Page) => Locator
  /** The walked field. */
  readonly input: (form: Locator) => Locator
  readonly change?: (form: Locator, value: unknown) => Promise<void>
  readonly submit: string
  readonly busy: string
  /** What the server says when it accepts; without it the real one answers. */
  readonly accepted?: Reply
  /** What is seen where the form was; the form is gone. */
  readonly finished?: (stage: Stage) => Promise<void>
}

/** What the server sends for a failure of a model. */
export const replyTo = ({ status, detail, code, fields }: AnyEventObject['error']): Reply =>
  detail === undefined && code === undefined
    ? { status: status ?? 500 }
    : {
        status: status ?? 400,
        body: { detail: detail ?? code, code: code ?? 'x', ...(fields && { fields }) },
      }

const NO_DIALOG = 'a page with a form is neither opened nor closed as a dialog is'

/** Walks a form: every one is the same statechart. */
export function walkForm({ model: { machine, model, form: walked }, ...walk }: FormWalk) {
  const { valid, invalid, field } = walked
  const { id } = machine
  const first = { ...valid, [field]: invalid[field] }
  const { show, cancel = show !== undefined } = walk
  const change = walk.change ?? ((form, value) => walk.input(form).fill(String(value)))
  const submitIn = (page: Page) => walk.form(page).getByRole('button', { name: walk.submit, exact: true })
  walkInBrowser({
    machine,
    model: {
      ...model,
      input: first,
      events: (snapshot) => [
        { type: 'form.opened', values: first },
        ...model.events(snapshot).filter(({ type }) => type !== 'form.opened'),
      ],
    },
    holds: ({ method, path }) => walk.request.test(`${method} ${path}`),
    open: async (stage) => {
      await walk.open(stage)
      if (machine.config.initial === 'editing') await change(walk.form(stage.page), first[field])
    },
    does: {
      'field.changed': ({ page }, { value }) => change(walk.form(page), value),
      'form.submitted': ({ page }) => submitIn(page).click(),
      'xstate.done.actor.submit': ({ network }) => network.answer(walk.accepted ?? null),
      'xstate.error.actor.submit': ({ network }, { error }) => network.answer(replyTo(error)),
      ...(show && {
        'form.opened': async (stage) => {
          await show(stage)
          await change(walk.form(stage.page), first[field])
        },
      }),
      ...(cancel && {
        'form.closed': ({ page }) => walk.form(page).getByRole('button', { name: 'Cancel' }).click(),
      }),
    },
    sees: {
      [`${id}.closed`]: async (stage) => {
        await expect(walk.form(stage.page)).toBeHidden()
        await walk.finished?.(stage)
      },
      [`${id}.editing`]: async ({ page }, { context }) => {
        const said = [context.error, context.fieldErrors[field]].filter(Boolean)
        await expect(submitIn(page)).toBeEnabled()
        for (const text of said) await expect(walk.form(page)).toContainText(text)
      },
      [`${id}.submitting`]: ({ page }) =>
        expect(walk.form(page).getByRole('button', { name: walk.busy })).toBeDisabled(),
    },
    exceptions: {
      ...(!show && { [`${id}.closed | form.opened | 0`]: NO_DIALOG }),
      ...(!cancel && { [`${id}.editing | form.closed | 0`]: NO_DIALOG }),
    },
  })
}
