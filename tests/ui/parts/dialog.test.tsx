import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Dialog } from '../../../src/ui/parts/dialog.tsx'
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
