import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createActor } from 'xstate'
import { formMachine } from '../../../src/machines/shared/form/form.machine.ts'
import { viewsLogic } from '../../../src/machines/views.ts'
import { Button } from '../../../src/ui/parts/button.tsx'
import { Dialog, DialogFooter } from '../../../src/ui/parts/dialog.tsx'
import { TextField } from '../../../src/ui/parts/form.tsx'
import { FormDialog } from '../../../src/ui/parts/form-dialog.tsx'
import { ViewsContext } from '../../../src/ui/view-actor.ts'
import { cutOff } from '../../harness/layout.ts'
import { draw } from '../../harness/view.tsx'

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
  await page.viewport(1280, 800)
  await drawDialog({ size })
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => (dialog.element() as HTMLElement).offsetWidth).toBe(rem * REM)
})

it('[S2.44] without a word it is lg', async () => {
  await page.viewport(1280, 800)
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
