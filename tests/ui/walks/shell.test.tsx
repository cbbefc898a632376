import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { connectionsMachine } from '../../../src/machines/connection/connections/connections.machine.ts'
import { welcomeMachine } from '../../../src/machines/organizations/create-organization.machine.ts'
import { organizationsMachine } from '../../../src/machines/organizations/organizations/organizations.machine.ts'
import {
  selectAwaitedOrganization,
  selectCurrentOrganization,
} from '../../../src/machines/organizations/organizations/organizations.selectors.ts'
import { pickerMachine } from '../../../src/machines/shell/picker.machine.ts'
import { sidebarMachine } from '../../../src/machines/shell/sidebar.machine.ts'
import { themeMachine } from '../../../src/machines/shell/theme.machine.ts'
import { AssistantPicker } from '../../../src/ui/conversations/chat/assistant-picker.tsx'
import { ConnectionNote } from '../../../src/ui/parts/connection-note.tsx'
import { Account } from '../../../src/ui/shell/account.tsx'
import { useCommands } from '../../../src/ui/shell/commands.ts'
import { Shell } from '../../../src/ui/shell/shell.tsx'
import { Workspace } from '../../../src/ui/shell/workspace.tsx'
import { useWorkspace } from '../../../src/ui/workspace.ts'
import { Started, still } from '../../harness/stage.tsx'
import { connectionsModel } from '../../machines/connections.model.ts'
import { organizationsModel } from '../../machines/organizations.model.ts'
import { OPTIONS, pickerModel } from '../../machines/picker.model.ts'
import { integration } from '../../machines/samples.ts'
import { sidebarModel, themeModel } from '../../machines/shell.model.ts'
import { walkView } from './walk.tsx'
import { button } from './walk-form.tsx'

const pressEscape = () => userEvent.keyboard('{Escape}')
const DESKTOP = [1280, 800] as const
const PHONE = [390, 800] as const

const drawer = () => page.getByRole('dialog', { name: 'Menu' })
const rail = () => page.getByRole('navigation', { name: 'Main' })

/** [S2.22] [S2.23] */
walkView({
  machine: sidebarMachine,
  model: {
    ...sidebarModel,
    // Under the drawer of a phone there is no rail.
    events: (snapshot) =>
      sidebarModel
        .events(snapshot)
        .filter(
          ({ type }) =>
            (type === 'sidebar.toggled') === snapshot.matches({ drawer: 'closed' }) ||
            type === 'drawer.opened',
        ),
  },
  scene: (sidebar) => ({ view: <Shell>{null}</Shell>, logic: { sidebar }, isPage: true }),
  does: {
    'sidebar.toggled': async () => {
      await page.viewport(...DESKTOP)
      await page.getByRole('button', { name: /^(Collapse|Expand) sidebar/ }).click()
    },
    'drawer.opened': async () => {
      await page.viewport(...PHONE)
      await button('Open menu').click()
    },
    'drawer.closed': pressEscape,
    'route.changed': () => drawer().getByRole('link', { name: 'Knowledge Bases' }).click(),
  },
  sees: {
    'sidebar.drawer.open': () => expect.element(drawer()).toBeVisible(),
    'sidebar.drawer.closed': () => expect.element(drawer()).not.toBeInTheDocument(),
    'sidebar.rail.expanded': async (snapshot) => {
      if (snapshot.matches({ drawer: 'open' })) return
      await page.viewport(...DESKTOP)
      await expect.element(rail().getByText('Knowledge Bases')).toBeVisible()
    },
    'sidebar.rail.collapsed': async (snapshot) => {
      if (snapshot.matches({ drawer: 'open' })) return
      await page.viewport(...DESKTOP)
      await expect.poll(() => rail().element().getBoundingClientRect().width).toBeLessThan(60)
    },
  },
})

const NONE_OFFERED: Parameters<typeof useCommands>[0] = []

function ThemeMenu() {
  return <Account collapsed={false} commands={useCommands(NONE_OFFERED)} />
}

const THEMES = ['Light', 'Dark', 'System']

/** [S4.20] The colours themselves are the service's. */
walkView({
  machine: themeMachine,
  model: themeModel,
  scene: (theme) => ({ view: <ThemeMenu />, logic: { theme } }),
  begin: async () => button('Your account').click(),
  // Picking a theme leaves the menu open, for the next choice.
  does: {
    'theme.picked': ({ choice }) => page.getByRole('menuitem', { name: new RegExp(choice, 'i') }).click(),
  },
  sees: {
    theme: async ({ value }, { effects }) => {
      const current = THEMES.filter((name) => name.toLowerCase() === value)
      for (const name of THEMES)
        await expect
          .poll(
            () =>
              page
                .getByRole('menuitem', { name: new RegExp(name) })
                .getByLabelText('current')
                .all().length,
          )
          .toBe(current.includes(name) ? 1 : 0)
      const applied: unknown = effects.at(-1)?.params ?? { choice: 'system' }
      expect(applied).toEqual({ choice: value })
    },
  },
})

const ASSISTANTS = OPTIONS.map(({ id, label }) => ({ ...integration(), id, name: label }))
const search = () => page.getByRole('combobox', { name: 'Search assistants' })

/** [S2.33] The assistants of Chat; the switcher of organizations and the palette are the same machine. */
walkView({
  machine: pickerMachine,
  model: {
    ...pickerModel,
    // The list comes as soon as it opens, and once; what stands there already is not typed.
    events: (snapshot) => {
      const { options, query } = snapshot.context
      const isComing = options.length === 0 && !snapshot.matches('closed')
      return pickerModel
        .events(snapshot)
        .filter(
          (event) =>
            (event.type === 'options.changed') === isComing && (!('query' in event) || event.query !== query),
        )
    },
  },
  scene: (picker) => ({
    view: (
      <Started machine={picker}>
        {(actor) => (
          <AssistantPicker
            actor={actor}
            assistants={ASSISTANTS}
            current={ASSISTANTS[0]!}
            onPicked={() => {}}
          />
        )}
      </Started>
    ),
  }),
  follows: ['options.changed'],
  does: {
    'picker.opened': () => page.getByRole('button', { name: /^Assistant: / }).click(),
    'picker.closed': pressEscape,
    'query.changed': ({ query }) => search().fill(query),
    'active.moved': async ({ by }) => {
      await search().click()
      await userEvent.keyboard(by > 0 ? '{ArrowDown}' : '{ArrowUp}')
    },
    'more.requested': () => page.getByRole('button', { name: 'Show more' }).click(),
    'option.approached': () => userEvent.hover(page.getByRole('option', { name: /Southwind Shoes/ })),
    'option.chosen': () => page.getByRole('option', { name: /Southwind Shoes/ }).click(),
    'active.chosen': async () => {
      await search().click()
      await userEvent.keyboard('{Enter}')
    },
  },
  sees: {
    'picker.closed': () => expect.element(search()).not.toBeInTheDocument(),
    'picker.open': ({ context }) => expect.element(search()).toHaveValue(context.query),
    'picker.open.nothing': () =>
      expect.element(page.getByRole('option', { name: /wind/ })).not.toBeInTheDocument(),
  },
  exceptions: { 'picker | options.changed | 0': 'these options do not change while they are shown' },
})

function Whole() {
  const { workspace, resource, pages } = useWorkspace()
  return (
    <Workspace actor={workspace} resource={resource} pages={pages}>
      {null}
    </Workspace>
  )
}

/** [S1.1] [S2.32] [S2.34] [S4.1] [S4.2] [S7.34] */
walkView({
  machine: organizationsMachine,
  model: { ...organizationsModel, input: { rememberedId: null } },
  scene: (organizations) => ({
    view: <Whole />,
    logic: { organizations, welcome: still(welcomeMachine) },
    isPage: true,
  }),
  // What screens and the live connection tell.
  heard: [
    'current.changed',
    'organization.created',
    'organization.updated',
    'organization.left',
    'organizations.changed',
    'record.found',
    'leaving.granted',
    'leaving.refused',
  ],
  does: {
    'organization.picked': async (event, { actor, snapshot }) => {
      const name = snapshot().context.list.find(({ id }) => id === event.id)?.name
      // Also from a message about one that is gone.
      if (!name) return actor().send(event)
      await page.getByRole('button', { name: /^Organization: / }).click()
      await page.getByRole('option', { name: new RegExp(name) }).click()
    },
    'retry.requested': () => button('Try Again').click(),
  },
  sees: {
    'organizations.loading': () =>
      expect.element(page.getByLabelText('Loading', { exact: true }).first()).toBeVisible(),
    'organizations.failed': () =>
      expect.element(page.getByText(/^Your organizations could not be loaded/)).toBeVisible(),
    'organizations.ready.selection.none': () =>
      expect.element(page.getByRole('heading', { name: 'Name your organization.' })).toBeVisible(),
    'organizations.ready.selection.current': async (snapshot) => {
      const name = selectCurrentOrganization(snapshot)?.name
      await expect.element(button(`Organization: ${name}`)).toBeVisible()
    },
    'organizations.ready.selection.current.switching': (snapshot) =>
      expect.element(page.getByText(`Opening ${selectAwaitedOrganization(snapshot)?.name}…`)).toBeVisible(),
  },
})

const NOTES: Readonly<Record<string, string>> = {
  reconnecting: 'Reconnecting…',
  givenUp: 'Live updates are off.Reconnect',
}

/** [S8.14] [S9.6] What is said of a live connection. */
walkView({
  machine: connectionsMachine,
  model: {
    ...connectionsModel,
    // The way back is offered while it is off.
    events: (snapshot) =>
      connectionsModel
        .events(snapshot)
        .filter(
          ({ type }) =>
            type !== 'reconnect.requested' || snapshot.context.standing['organization:o1'] === 'givenUp',
        ),
  },
  scene: (connections) => ({ view: <ConnectionNote name="organization:o1" />, logic: { connections } }),
  heard: [
    'connection.joined',
    'connection.left',
    'connection.changed',
    'connection.ended',
    'message.received',
  ],
  does: { 'reconnect.requested': () => button('Reconnect').click() },
  sees: {
    connections: async ({ context: { standing } }) => {
      const note = page.getByRole('main').getByRole('status')
      await expect.element(note).toHaveTextContent(NOTES[standing['organization:o1'] ?? ''] ?? '')
    },
  },
})
