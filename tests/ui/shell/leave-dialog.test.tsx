import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createMachine } from 'xstate'
import { LeaveDialog } from '../../../src/ui/shell/leave-dialog.tsx'
import { openStage } from '../../harness/stage.tsx'

/** Asks about two files until it is answered. */
const app = createMachine({
  context: { unsentFiles: 2 },
  initial: 'asking',
  states: {
    asking: { tags: 'losing', on: { 'leaving.canceled': 'working', 'leaving.confirmed': 'working' } },
    working: {},
  },
})
const dialog = page.getByRole('dialog')

it.each(['Stay here', 'Log out'])('names the files that log-out would lose, until “%s”', async (name) => {
  const stage = await openStage({ view: <LeaveDialog />, logic: { app } })
  await expect.element(dialog).toHaveAccessibleName('Log out during the upload?')
  await expect
    .element(dialog.getByText('2 files are not uploaded yet. If you log out now, they are lost.'))
    .toBeVisible()
  await dialog.getByRole('button', { name }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await stage.close()
})
