import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createActor, fromPromise } from 'xstate'
import { logInMachine } from '../../../src/machines/accounts/log-in.machine.ts'
import { planChangeMachine } from '../../../src/machines/billing/plan-change/plan-change.machine.ts'
import { notificationsMachine } from '../../../src/machines/connection/notifications/notifications.machine.ts'
import { viewsLogic } from '../../../src/machines/views.ts'
import type { Plan } from '../../../src/services/contract/billing.ts'
import { LogInScreen } from '../../../src/ui/accounts/log-in/log-in-screen.tsx'
import { ActorsContext } from '../../../src/ui/actors.ts'
import { IntervalSwitch } from '../../../src/ui/billing/plan-chooser.tsx'
import { PlanPrice } from '../../../src/ui/billing/plan-rows.tsx'
import { NotFound } from '../../../src/ui/parts/not-found.tsx'
import { Provide } from '../../../src/ui/provided.ts'
import { NotificationList } from '../../../src/ui/shell/notifications/notification-panel.tsx'
import { ViewsContext } from '../../../src/ui/view-actor.ts'
import { draw } from '../../harness/view.tsx'

/** Texts of the specification that stand in views; those of machines have their tests there. */

type Actors = Parameters<typeof ActorsContext>[0]['value']

const at = (path: string, view: ReactNode) => {
  const navigation = {
    getSnapshot: () => ({ context: { current: { path } } }),
    subscribe: () => ({ unsubscribe() {} }),
    send() {},
  }
  return draw(
    <ActorsContext value={{ navigation } as unknown as Actors}>
      <ViewsContext value={createActor(viewsLogic, { systemId: 'views' }).start()}>{view}</ViewsContext>
    </ActorsContext>,
  )
}
const says = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()

it('[S2.18] Page Not Found leads home', async () => {
  await at('/nowhere', <NotFound />)
  await expect.element(page.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Go to Home', exact: true }))
    .toHaveAttribute('href', '/')
})

it.each(['/login?session_expired=true', '/login?session_expired'])(
  '[S2.2] [S4.7] %s says why',
  async (path) => {
    await at(
      path,
      <Provide value={{ logIn: logInMachine, CompanyOffer: () => null }}>
        <LogInScreen />
      </Provide>,
    )
    await says('Your session has expired. Please log in again.')
  },
)

it('[S8.13] notifications that cannot be loaded say so', async () => {
  const actor = createActor(
    notificationsMachine.provide({
      actors: {
        loadPage: fromPromise(() => Promise.reject(new Error('no answer'))),
        countUnread: fromPromise(async () => 0),
      },
    }),
  ).start()
  actor.send({ type: 'panel.opened' })
  await at('/', <NotificationList actor={actor} />)
  await says('Failed to load notifications')
})

it('[S9.8] by the year one pays 10 months and gets 12: $49 per month instead of $59, saving $118', async () => {
  const plan: Plan = {
    id: 'pro',
    name: 'Pro',
    description: '',
    price: 59,
    is_contact_only: false,
    features: [],
  }
  const actor = createActor(planChangeMachine, { input: { organizationId: 'o1', planId: null } })
  await at(
    '/pricing',
    <>
      <IntervalSwitch actor={actor} />
      <PlanPrice plan={plan} interval="year" />
    </>,
  )
  await says('Pay 10 months, get 12')
  await says('$49')
  await says('per month instead of $59, saving $118')
})
