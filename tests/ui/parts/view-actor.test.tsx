import { useSelector } from '@xstate/react'
import { expect, it } from 'vitest'
import { createActor, fromCallback, setup } from 'xstate'
import { tell } from '../../../src/machines/system.ts'
import { viewsLogic } from '../../../src/machines/views.ts'
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
          tell({ system }, 'toasts', { type: 'toast.requested', toast: { type: 'info', message } })
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
