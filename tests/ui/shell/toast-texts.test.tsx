import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createActor } from 'xstate'
import { createThemeMachine } from '../../../src/machines/shell/theme.machine.ts'
import { toastsMachine } from '../../../src/machines/shell/toasts/toasts.machine.ts'
import type { ToastRequest } from '../../../src/machines/shell/toasts/toasts.types.ts'
import { ActorsContext } from '../../../src/ui/actors.ts'
import { Toasts } from '../../../src/ui/shell/toasts.tsx'
import { draw } from '../../harness/view.tsx'

async function drawToasts() {
  const toasts = createActor(toastsMachine).start()
  const theme = createActor(
    createThemeMachine('light').provide({ actions: { applyTheme: () => {} } }),
  ).start()
  await draw(
    <ActorsContext value={{ toasts, theme } as never}>
      <Toasts />
    </ActorsContext>,
  )
  return (toast: ToastRequest) => toasts.send({ type: 'toast.requested', toast })
}

it('[S3.10] a toast shows its title above its message, and a message alone as before', async () => {
  const show = await drawToasts()
  show({ type: 'info', title: 'Import', message: 'Three of four files were read.' })
  show({ type: 'success', message: 'Saved.', description: 'Nobody else sees it yet.' })
  for (const text of ['Import', 'Three of four files were read.', 'Saved.', 'Nobody else sees it yet.'])
    await expect.element(page.getByText(text)).toBeVisible()
})
