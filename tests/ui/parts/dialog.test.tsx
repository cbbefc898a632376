import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createActor, fromPromise, toPromise } from 'xstate'
import { improveAnswerMachine } from '../../../src/machines/assistants/improve-answer/improve-answer.machine.ts'
import type { Improvement } from '../../../src/machines/assistants/improve-answer/improve-answer.setup.ts'
import { billingDetailsMachine } from '../../../src/machines/billing/billing-details.machine.ts'
import { passageSearchMachine } from '../../../src/machines/knowledge/passage-search.machine.ts'
import { formMachine } from '../../../src/machines/shared/form/form.machine.ts'
import { selectHasChanges } from '../../../src/machines/shell/navigation/navigation.selectors.ts'
import { viewsLogic } from '../../../src/machines/views.ts'
import type { Message } from '../../../src/services/contract/conversations.ts'
import { ImproveDialog } from '../../../src/ui/assistants/improve/improve-dialog.tsx'
import { BillingDetailsDialog } from '../../../src/ui/billing/billing-details-dialog.tsx'
import { Button } from '../../../src/ui/parts/button.tsx'
import { Dialog, DialogFooter } from '../../../src/ui/parts/dialog.tsx'
import { TextField } from '../../../src/ui/parts/form.tsx'
import { FormDialog } from '../../../src/ui/parts/form-dialog.tsx'
import { ViewsContext } from '../../../src/ui/view-actor.ts'
import { cutOff } from '../../harness/layout.ts'
import { openStage, still } from '../../harness/stage.tsx'
import { draw } from '../../harness/view.tsx'
import { billingDetails, citation, message } from '../../machines/samples.ts'

const drawDialog = (more: { size?: 'sm' | 'md' | 'lg' | 'xl' | '2xl' }) =>
  draw(
    <Dialog open locked={false} title="Create New Organization" onClose={() => {}} {...more}>
      <p>Name</p>
    </Dialog>,
  )

const REM = 16

it.each([
  ['sm', 24],
  ['md', 28],
  ['lg', 32],
  ['xl', 36],
  ['2xl', 42],
] as const)('[S2.44] a dialog of the size %s is %i rem wide', async (size, rem) => {
  await drawDialog({ size })
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => (dialog.element() as HTMLElement).offsetWidth).toBe(rem * REM)
})

it('[S2.44] without a word it is lg', async () => {
  await drawDialog({})
  await expect.poll(() => (page.getByRole('dialog').element() as HTMLElement).offsetWidth).toBe(32 * REM)
})

it('[43] on a phone, buttons with long words stand below each other, and none is cut off', async () => {
  await page.viewport(390, 800)
  await draw(
    <Dialog open locked={false} title="Verlängerung beenden?" onClose={() => {}}>
      <DialogFooter>
        <Button>Verlängerung behalten</Button>
        <Button>Verlängerung beenden</Button>
      </DialogFooter>
    </Dialog>,
  )
  await expect.element(page.getByRole('button', { name: 'Verlängerung beenden' })).toBeVisible()
  expect(cutOff()).toEqual([])
})

/** The form in its dialog, within a system. */
async function drawForm() {
  const form = createActor(formMachine).start()
  await draw(
    <ViewsContext value={createActor(viewsLogic).start()}>
      <FormDialog actor={form} title="Rename" submit="Rename" busy="Renaming…">
        <TextField name="name" label="Name" />
      </FormDialog>
    </ViewsContext>,
  )
  return { form, dialog: page.getByRole('dialog') }
}

it('[S2.42] opened again while it fades out, it holds nothing that was typed: Escape closes it', async () => {
  const { form, dialog } = await drawForm()
  form.send({ type: 'form.opened', values: { name: 'One' } })
  await expect.element(dialog).toHaveAttribute('data-state', 'open')
  form.send({ type: 'form.closed' })
  await expect.element(dialog).toHaveAttribute('data-state', 'closed')
  form.send({ type: 'form.opened', values: { name: 'Two' } })
  await expect.element(dialog).toHaveAttribute('data-state', 'open')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => form.getSnapshot().value).toBe('closed')
})

it('[37.8] [S2.42] Escape does not take away what was typed, and closes the dialog once it is taken back', async () => {
  const { form, dialog } = await drawForm()
  form.send({ type: 'form.opened' })
  const field = dialog.getByLabelText('Name')
  await field.fill('Northwind')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toHaveAttribute('data-state', 'open')
  await expect.element(field).toHaveValue('Northwind')
  await field.clear()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => form.getSnapshot().value).toBe('closed')
})

it('[S2.42] what a form loads was not typed: Escape closes billing details, and leaving asks nothing', async () => {
  const form = createActor(
    billingDetailsMachine.provide({
      actors: {
        loadDetails: fromPromise(async () => billingDetails),
        loadCountries: fromPromise(async (): Promise<readonly string[]> => ['NO', 'US']),
      },
    }),
    { input: { organizationId: 'o1' } },
  )
  const stage = await openStage({ view: <BillingDetailsDialog actor={form} submit="Save" /> })
  form.start()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue(billingDetails.name)
  expect(selectHasChanges(stage.navigation.getSnapshot())).toBe(false)
  await userEvent.keyboard('{Escape}')
  expect(await toPromise(form)).toEqual({ saved: false })
  await stage.close()
})

describe('[S2.42] an improved answer', () => {
  const answer = message('a2', { answered: true, content: 'Yes. [1]', citations: [citation(1, 'd1')] })
  const subject = {
    organizationId: 'o1',
    integrationId: 'i1',
    question: 'Do you ship?',
    before: null,
    gapIds: ['a1'],
    config: 'published',
  } as const

  /** The form, which is open. */
  async function openImproving() {
    let save = (_: Improvement) => {}
    const improving = createActor(
      improveAnswerMachine.provide({
        actors: {
          passageSearch: still(passageSearchMachine),
          save: fromPromise(
            () =>
              new Promise<Improvement>((resolve) => {
                save = resolve
              }),
          ),
          awaitReady: fromPromise(async () => {}),
          askAgain: fromPromise(async (): Promise<Message> => answer),
          closeGap: fromPromise(async () => {}),
        },
      }),
    ).start()
    const stage = await openStage({ view: <ImproveDialog actor={improving} /> })
    improving.send({ type: 'improving.opened', subject, knowledgeBaseId: 'k1' })
    const dialog = page.getByRole('dialog')
    const field = (label: string) => dialog.getByRole('textbox', { name: label })
    return {
      stage,
      improving,
      field,
      type: (label: string, text: string) => field(label).fill(text),
      choose: (way: string) => dialog.getByText(way, { exact: true }).first().click(),
      submit: () => page.getByRole('button', { name: 'Save and ask again' }).click(),
      finishSaving: async (outcome: string) => {
        save({ documentId: 'd1' })
        await expect.element(dialog).toMatchTextContent(outcome)
      },
      isHeld: () => selectHasChanges(stage.navigation.getSnapshot()),
    }
  }

  it('that was saved is not lost: Escape closes it, and leaving asks nothing', async () => {
    const { stage, improving, type, submit, finishSaving, isHeld } = await openImproving()
    await type('Answer', 'Yes.')
    expect(isHeld()).toBe(true)
    await submit()
    await finishSaving('The gap is closed.')
    expect(isHeld()).toBe(false)
    await expect.element(page.getByRole('button', { name: 'Improve further' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => improving.getSnapshot().value).toBe('closed')
    await stage.close()
  })

  it.each([
    [
      'in another way',
      async ({ type, choose, submit }: Awaited<ReturnType<typeof openImproving>>) => {
        await choose('Document')
        await type('Name', 'Shipping')
        await type('Text', 'We ship to every country.')
        await choose('Answer')
        await type('Answer', 'Yes.')
        await submit()
      },
      'Text',
    ],
    [
      'while it is saved',
      async ({ type, submit }: Awaited<ReturnType<typeof openImproving>>) => {
        await type('Answer', 'Yes.')
        await submit()
        await type('Answer', 'We ship to every country.')
      },
      'Answer',
    ],
  ])('holds what was typed %s, until it is saved too', async (_, typeAndSubmit, label) => {
    const opened = await openImproving()
    await typeAndSubmit(opened)
    expect(opened.isHeld()).toBe(true)
    await opened.finishSaving('The gap is closed.')
    await expect
      .element(page.getByRole('dialog'))
      .toMatchTextContent('Something that you entered is not saved yet.')
    expect(opened.isHeld()).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-state', 'open')
    expect(opened.improving.getSnapshot().value).toEqual({ open: 'filled' })
    await page.getByRole('button', { name: 'Improve further' }).click()
    await expect.element(opened.field(label)).toHaveValue('We ship to every country.')
    await opened.submit()
    await opened.finishSaving('The assistant now answers from this document.')
    expect(opened.isHeld()).toBe(false)
    await opened.stage.close()
  })
})

it('closed before its first frame, it gives the focus back', async () => {
  const form = createActor(formMachine).start()
  await draw(
    <ViewsContext value={createActor(viewsLogic).start()}>
      <Button onClick={() => form.send({ type: 'form.opened' })}>Rename</Button>
      <FormDialog actor={form} title="Rename" submit="Rename" busy="Renaming…">
        <TextField name="name" label="Name" autoFocus />
      </FormDialog>
    </ViewsContext>,
  )
  const opener = page.getByRole('button', { name: 'Rename' }).element() as HTMLElement
  const close = new MutationObserver(() => {
    if (document.activeElement?.tagName === 'INPUT') form.send({ type: 'form.closed' })
  })
  close.observe(document.body, { childList: true, subtree: true })
  opener.focus()
  opener.click()
  await expect.poll(() => form.getSnapshot().value).toBe('closed')
  close.disconnect()
  await expect.poll(() => document.activeElement).toBe(opener)
})
