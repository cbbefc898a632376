import { useSelector } from '@xstate/react'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createActor, fromCallback, fromPromise, setup } from 'xstate'
import {
  type ConfirmationRef,
  createConfirmationMachine,
} from '../../../src/machines/shared/confirmation.machine.ts'
import { sendToActor } from '../../../src/machines/system.ts'
import { viewsLogic } from '../../../src/machines/views.ts'
import { ErrorBoundary } from '../../../src/ui/parts/error-boundary.tsx'
import { useViewActor, ViewsContext } from '../../../src/ui/view-actor.ts'
import { standIn } from '../../harness/system.ts'
import { draw } from '../../harness/view.tsx'

it('an actor of a view starts once although React mounts twice, speaks to others by name, and ends with its view', async () => {
  const views = createActor(viewsLogic, { systemId: 'views' }).start()
  const heard: string[] = []
  standIn(views, 'toasts', ({ toast }) => heard.push(toast.message))
  const speaker = setup({
    actors: {
      speak: fromCallback(({ system }) => {
        const say = (message: string) =>
          sendToActor({ system }, 'toasts', { type: 'toast.requested', toast: { type: 'info', message } })
        say('started')
        return () => say('ended')
      }),
    },
  }).createMachine({ invoke: { id: 'speak', src: 'speak' } })
  const Speaker = () => {
    const status = useSelector(useViewActor(speaker), (snapshot) => snapshot.status)
    return <p>{status}</p>
  }
  const { container, unmount } = await draw(
    <ViewsContext value={views}>
      <Speaker />
    </ViewsContext>,
  )
  expect([container.textContent, heard]).toEqual(['active', ['started']])
  await unmount()
  await expect.poll(() => heard).toEqual(['started', 'ended'])
  expect(views.getSnapshot().status).toBe('active')
})

it('[S4.5] what was sent is followed to its end although news of it has removed its view', async () => {
  const views = createActor(viewsLogic, { systemId: 'views' }).start()
  const told: string[] = []
  standIn(views, 'navigation', (event) => told.push('path' in event ? event.path : event.type))
  standIn(views, 'toasts', ({ toast }) => told.push(toast.message))
  let respond = (_: unknown) => {}
  const response = new Promise((resolve) => {
    respond = resolve
  })
  const deletion = createConfirmationMachine({
    id: 'deletion',
    description: 'Something is deleted.',
    leadsTo: () => '/',
    says: ({ subject }) => `${subject.name} was deleted.`,
  }).provide({ actors: { carryOut: fromPromise(() => response) }, actions: { finish: () => {} } })
  let actor: ConfirmationRef | undefined
  const Deletion = () => {
    actor = useViewActor(deletion)
    return null
  }
  const { unmount } = await draw(
    <ViewsContext value={views}>
      <Deletion />
    </ViewsContext>,
  )
  actor?.send({ type: 'confirmation.asked', subject: { id: '1', name: 'Northwind' } })
  actor?.send({ type: 'confirmation.given' })
  await unmount()
  respond(null)
  await expect.poll(() => told).toEqual(['/', 'Northwind was deleted.'])
  expect(actor?.getSnapshot().status).toBe('stopped')
})

it('[S4.22] an actor that fails is an error of its view; what is around it and its siblings go on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const views = createActor(viewsLogic, { systemId: 'views' }).start()
  const fragile = setup({
    types: {} as { events: { type: 'pressed' } },
    actions: {
      fail: () => {
        throw new Error('broken on purpose')
      },
    },
  }).createMachine({ on: { pressed: { actions: 'fail' } } })
  const Fragile = () => {
    const actor = useViewActor(fragile)
    return (
      <button type="button" onClick={() => actor.send({ type: 'pressed' })}>
        Press
      </button>
    )
  }
  await draw(
    <ViewsContext value={views}>
      <nav>The shell</nav>
      <ErrorBoundary>
        <Fragile />
      </ErrorBoundary>
    </ViewsContext>,
  )
  await page.getByRole('button', { name: 'Press' }).click()
  await expect.element(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect.element(page.getByText('The shell')).toBeVisible()
  expect(views.getSnapshot().status).toBe('active')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(page.getByRole('button', { name: 'Press' })).toBeVisible()
  vi.restoreAllMocks()
})
