import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createMachine, fromCallback } from 'xstate'
import { welcomeMachine } from '../../../src/machines/organizations/create-organization.machine.ts'
import { LeaveDialog } from '../../../src/ui/shell/leave-dialog.tsx'
import { WelcomeScreen } from '../../../src/ui/shell/welcome-screen.tsx'
import { openStage, still } from '../../harness/stage.tsx'

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

it('is asked before log-out also where nobody has an organization yet', async () => {
  const asked: string[] = []
  const stage = await openStage({
    view: <WelcomeScreen />,
    isPage: true,
    logic: {
      app: fromCallback(({ receive }) => receive(({ type }) => asked.push(type))),
      welcome: still(welcomeMachine),
    },
  })
  await page.getByRole('button', { name: 'Log out' }).click()
  expect(asked).toEqual(['logOut.requested'])
  await stage.close()
})
