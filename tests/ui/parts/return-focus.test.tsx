import { type ReactNode, useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createActor, fromPromise } from 'xstate'
import { notificationsMachine } from '../../../src/machines/connection/notifications/notifications.machine.ts'
import { confirmationMachine, type Subject } from '../../../src/machines/shared/confirmation.machine.ts'
import type { Notification } from '../../../src/services/contract/notifications.ts'
import { Lines } from '../../../src/ui/assistants/assistant-settings/lines.tsx'
import { Button } from '../../../src/ui/parts/button.tsx'
import { ConfirmDialog } from '../../../src/ui/parts/confirm-dialog.tsx'
import { LongList } from '../../../src/ui/parts/long-list.tsx'
import { Row, Rows } from '../../../src/ui/parts/row.tsx'
import { RowMenu } from '../../../src/ui/parts/row-menu.tsx'
import { Section } from '../../../src/ui/parts/section.tsx'
import { EmptyState } from '../../../src/ui/parts/states.tsx'
import { NotificationBell } from '../../../src/ui/shell/notifications/notification-bell.tsx'
import { openStage } from '../../harness/stage.tsx'
import { draw, inTheme } from '../../harness/view.tsx'
import { notification } from '../../machines/samples.ts'

const actions = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })

/** A list whose rows are removed once the server has done so, or once the test reads it again. */
async function drawList(names: readonly string[], when: 'at once' | 'when it is read again') {
  let shown = names
  let redraw = async (_view: ReactNode) => {}
  const readAgain = () => redraw(inTheme(list()))
  const actor = createActor(
    confirmationMachine.provide({
      actors: { carryOut: fromPromise<unknown, Subject>(async () => {}) },
      actions: {
        finish: (_, { id }) => {
          shown = shown.filter((name) => name !== id)
          if (when === 'at once') void readAgain()
        },
      },
    }),
  ).start()
  const ask = (name: string) =>
    actor.send({ type: 'confirmation.asked', subject: { organizationId: 'o1', id: name, name } })
  const list = () => (
    <main>
      <h1>Team</h1>
      <Section title="Members">
        {shown.length === 0 ? (
          <EmptyState title="No one.">Invite someone.</EmptyState>
        ) : (
          <Rows label="Members">
            {shown.map((name) => (
              <Row
                key={name}
                title={name}
                aside={
                  <>
                    <Button>{`Change ${name}`}</Button>
                    <RowMenu
                      label={`Actions for ${name}`}
                      actions={[{ label: 'Remove', run: () => ask(name) }]}
                    />
                  </>
                }
              >
                {name}
              </Row>
            ))}
          </Rows>
        )}
      </Section>
      <ConfirmDialog actor={actor} title={(name) => `Remove ${name}?`} confirm="Remove member" busy="…">
        The member is removed.
      </ConfirmDialog>
    </main>
  )
  redraw = (await draw(list())).rerender
  const remove = async (name: string) => {
    await actions(name).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove member' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  }
  const removed = async (name: string) => {
    await remove(name)
    if (when === 'at once') return
    await expect.element(actions(name)).toHaveFocus()
    await readAgain()
  }
  return { remove, removed, readAgain }
}

it.each(['at once', 'when it is read again'] as const)(
  'a row that is removed %s gives the focus to the next one, the previous one, or the heading',
  async (when) => {
    const { removed } = await drawList(['Ada', 'Ben', 'Cleo'], when)
    await removed('Ben')
    await expect.element(actions('Cleo')).toHaveFocus()
    await removed('Cleo')
    await expect.element(actions('Ada')).toHaveFocus()
    await removed('Ada')
    await expect.element(page.getByRole('heading', { name: 'Members' })).toHaveFocus()
  },
)

it('a row that is removed later leaves the focus where the person has taken it', async () => {
  const { remove, readAgain } = await drawList(['Ada', 'Ben'], 'when it is read again')
  await remove('Ada')
  await expect.element(actions('Ada')).toHaveFocus()
  const elsewhere = page.getByRole('button', { name: 'Change Ben' })
  await elsewhere.click()
  await readAgain()
  await expect.element(actions('Ada')).not.toBeInTheDocument()
  await expect.element(elsewhere).toHaveFocus()
})

it('a notification that is deleted gives the focus to the next one, the previous one, or the heading', async () => {
  const notifications = notificationsMachine.provide({
    actors: {
      loadPage: fromPromise(
        async (): Promise<readonly Notification[]> => [3, 2, 1].map((n) => notification(n)),
      ),
      countUnread: fromPromise(async () => 3),
      write: fromPromise(async () => {}),
    },
  })
  const stage = await openStage({ view: <NotificationBell />, logic: { notifications } })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const remove = (place: number) =>
    page.getByRole('button', { name: `Delete notification: ${notification(place).title}`, exact: true })
  await remove(2).click()
  await expect.element(remove(1)).toHaveFocus()
  await remove(1).click()
  await expect.element(remove(3)).toHaveFocus()
  await remove(3).click()
  await expect.element(page.getByRole('heading', { name: 'Notifications' })).toHaveFocus()
  await stage.close()
})

/** A list of 100 rows that grows to 150, each with a menu. */
async function drawGrowing() {
  const rows = (count: number) => (
    <main>
      <Button>Before</Button>
      <LongList
        label="Rows"
        items={Array.from({ length: count }, (_, at) => `row ${at}`)}
        keyOf={(name) => name}
      >
        {(name) => <RowMenu label={name} actions={[{ label: 'Remove', run: () => {} }]} />}
      </LongList>
    </main>
  )
  const { rerender } = await draw(rows(100))
  const drawn = () => page.getByRole('list', { name: 'Rows' }).element().querySelectorAll('li').length
  return { grow: () => rerender(inTheme(rows(150))), drawn }
}
const row = (at: number) => page.getByRole('button', { name: `row ${at}`, exact: true })

it('a list that becomes long keeps the focus where it is', async () => {
  const { grow, drawn } = await drawGrowing()
  ;(row(97).element() as HTMLElement).focus()
  await grow()
  expect(document.activeElement).toBe(row(97).element())
  await userEvent.tab()
  expect(document.activeElement).toBe(row(98).element())
  expect(drawn()).toBe(150)
})

it('a list that becomes long keeps an open menu', async () => {
  const { grow } = await drawGrowing()
  await row(3).click()
  await expect.element(page.getByRole('menuitem', { name: 'Remove' })).toBeVisible()
  await grow()
  expect(page.getByRole('menuitem', { name: 'Remove' }).all()).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(row(3)).toHaveFocus()
})

it('a list that becomes long draws only some rows while no one is in it', async () => {
  const { grow, drawn } = await drawGrowing()
  await page.getByRole('button', { name: 'Before' }).click()
  await grow()
  await expect.poll(drawn).toBeLessThan(100)
})

it('a line that is removed gives the focus to the next one, the previous one, or the button that adds one', async () => {
  function Names() {
    const [names, setNames] = useState<readonly string[]>(['Ada', 'Ben', 'Cleo'])
    return (
      <Lines
        lines={names}
        blank=""
        max={5}
        onChange={setNames}
        addLabel="Add name"
        removeLabel={(place) => `Remove name ${place + 1}`}
        limited={(name) => [name, 100]}
      >
        {(name) => <span>{name}</span>}
      </Lines>
    )
  }
  await draw(<Names />)
  const remove = (place: number) => page.getByRole('button', { name: `Remove name ${place}` })
  await remove(2).click()
  await expect.element(remove(2)).toHaveFocus()
  await remove(2).click()
  await expect.element(remove(1)).toHaveFocus()
  await remove(1).click()
  await expect.element(page.getByRole('button', { name: 'Add name' })).toHaveFocus()
})
