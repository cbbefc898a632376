import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ErrorBoundary } from '../../../src/ui/parts/error-boundary.tsx'
import { draw } from '../../harness/view.tsx'

it('[S4.22] a view that cannot be drawn says so, and Try Again draws it', async () => {
  let isBroken = true
  const Fragile = () => {
    if (isBroken) throw new Error('broken on purpose')
    return <p>Drawn after all</p>
  }
  const silence = vi.spyOn(console, 'error').mockImplementation(() => {})
  await draw(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  )
  await expect.element(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(page.getByText('Drawn after all')).toBeVisible()
  silence.mockRestore()
})
