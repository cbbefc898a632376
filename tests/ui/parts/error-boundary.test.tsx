import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ErrorBoundary } from '../../../src/ui/parts/error-boundary.tsx'
import { draw, inTheme } from '../../harness/view.tsx'

/** React tells of what a boundary caught. */
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

it('[S4.22] a view that cannot be drawn says so, and Try Again draws it', async () => {
  let isBroken = true
  const Fragile = () => {
    if (isBroken) throw new Error('broken on purpose')
    return <p>Drawn after all</p>
  }
  await draw(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  )
  await expect.element(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(page.getByText('Drawn after all')).toBeVisible()
})

it('[S4.22] a screen that cannot be drawn leaves what is around it, and does not outlast its address', async () => {
  const Broken = () => {
    throw new Error('broken on purpose')
  }
  const at = (path: string) => (
    <>
      <nav>The shell</nav>
      <ErrorBoundary at={path}>{path === '/usage' ? <Broken /> : <p>Another screen</p>}</ErrorBoundary>
    </>
  )
  const { rerender } = await draw(at('/usage'))
  await expect.element(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect.element(page.getByText('The shell')).toBeVisible()
  await rerender(inTheme(at('/team')))
  await expect.element(page.getByText('Another screen')).toBeVisible()
  expect(page.getByRole('alert').query()).toBeNull()
})
