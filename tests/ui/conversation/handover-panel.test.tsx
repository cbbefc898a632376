import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createActor, fromPromise } from 'xstate'
import { type HandoverRef, handoverMachine } from '../../../src/machines/visitors/handover.machine.ts'
import { HandoverPanel } from '../../../src/ui/conversations/conversation/handover-panel.tsx'
import { still } from '../../harness/stage.tsx'
import { draw } from '../../harness/view.tsx'
import { VIEWS } from '../../machines/handover.model.ts'

const button = (name: string) => page.getByRole('button', { name })

it('[43.1] keeps the focus where its buttons give way to each other', async () => {
  const { promise: sent, resolve: send } = Promise.withResolvers()
  const verdicts = [VIEWS.resolved, VIEWS.rated]
  const actor = createActor(
    still(handoverMachine).provide({
      actors: {
        request: fromPromise(() => sent),
        saveVerdict: fromPromise(async () => verdicts.shift()),
      },
    } as never),
  ).start() as HandoverRef
  actor.send({ type: 'handover.read', conversationId: 'c1', view: VIEWS.offered })
  const drawn = await draw(<HandoverPanel actor={actor} isSettled />)
  // A failing comparison of elements would print the whole page.
  const expectFocusOnPanel = () =>
    expect.poll(() => document.activeElement === drawn.container.firstElementChild).toBe(true)
  await button('Talk to a person').click()
  await expect.element(page.getByLabelText('Name (optional)')).toHaveFocus()
  await button('Not now').click()
  await expectFocusOnPanel()
  await button('Talk to a person').click()
  await page.getByLabelText('Email address').fill('grace@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Sending…')).toBeDisabled()
  send(VIEWS.asked)
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  await expectFocusOnPanel()
  await button('Close request').click()
  await expect.element(button('Close request')).not.toBeInTheDocument()
  await expectFocusOnPanel()
  await button('5 stars of 5').click()
  await expect.element(page.getByText('Thank you.')).toBeVisible()
  await expectFocusOnPanel()
})
