import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fromPromise } from 'xstate'
import { navigationMachine } from '../../../src/machines/shell/navigation/navigation.machine.ts'
import { NewVersion } from '../../../src/ui/shell/shell.tsx'
import { openStage, still } from '../../harness/stage.tsx'

it('offers a newer version while the person stays with this one', async () => {
  const reloadPage = vi.fn()
  const loadScreen = async ({ input }: { input: { routeId: string } }) => {
    if (input.routeId === 'profile') throw Object.assign(new Error('gone'), { isReplaced: true })
  }
  const navigation = still(navigationMachine).provide({
    actors: { loadScreen: fromPromise(loadScreen) },
    actions: { reloadPage: () => reloadPage() },
    delays: { reloadTakes: 0 },
  })
  const stage = await openStage({ path: '/team', view: <NewVersion />, logic: { navigation } })
  const notice = page.getByRole('status').filter({ hasText: 'A new version is available.' })
  expect(notice.elements()).toHaveLength(0)
  stage.navigation.send({ type: 'navigation.requested', path: '/profile' })
  await expect.poll(() => reloadPage.mock.calls.length).toBe(1)
  stage.clock.fire(0)
  await expect.element(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Reload' }).click()
  expect(reloadPage).toHaveBeenCalledTimes(2)
  await stage.close()
})
