import type { Locator, Page } from '@playwright/test'
import { pickerMachine } from '../../../src/machines/picker/picker.machine.ts'
import { sidebarMachine } from '../../../src/machines/sidebar/sidebar.machine.ts'
import { themeMachine } from '../../../src/machines/theme/theme.machine.ts'
import { pickerModel } from '../../machines/picker.model.ts'
import { sidebarModel } from '../../machines/sidebar.model.ts'
import { themeModel } from '../../machines/theme.model.ts'
import { pressEscape } from '../escape.ts'
import { expect } from '../gateway.ts'
import { enrolled, signedIn } from '../models/accounts.ts'
import { type Stage, walkInBrowser } from './walk.ts'

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 800 }
const nothing = () => false

async function open({ page, server }: Stage) {
  await page.setViewportSize(DESKTOP)
  await signedIn(page, server, 'Northwind Boots')
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
}

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** [S2.22] [S2.23] */
walkInBrowser({
  machine: sidebarMachine,
  model: {
    ...sidebarModel,
    // Under the drawer of a phone there is no rail.
    events: (snapshot) =>
      sidebarModel
        .events(snapshot)
        .filter(({ type }) => type !== 'sidebar.toggled' || snapshot.matches({ drawer: 'closed' })),
  },
  holds: nothing,
  open,
  does: {
    'sidebar.toggled': async ({ page }) => {
      await page.setViewportSize(DESKTOP)
      await page.keyboard.press('Control+b')
    },
    'drawer.opened': async ({ page }) => {
      await page.setViewportSize(PHONE)
      await page.getByRole('button', { name: 'Open menu' }).click()
    },
    'drawer.closed': ({ page }) => pressEscape(page),
    'route.changed': ({ page }) => drawer(page).getByRole('link', { name: 'Knowledge Bases' }).click(),
  },
  sees: {
    'sidebar.drawer.open': ({ page }) => expect(drawer(page)).toBeVisible(),
    'sidebar.drawer.closed': ({ page }) => expect(drawer(page)).toBeHidden(),
    'sidebar.rail.expanded': async ({ page }, snapshot) => {
      if (page.viewportSize()?.width === DESKTOP.width && snapshot.matches({ drawer: 'closed' }))
        await expect(rail(page).getByText('Knowledge Bases')).toBeVisible()
    },
    'sidebar.rail.collapsed': async ({ page }) => {
      if (page.viewportSize()?.width === DESKTOP.width)
        await expect.poll(async () => (await rail(page).boundingBox())?.width).toBeLessThan(60)
    },
  },
})

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const PAPER = 'rgb(250, 247, 240)'
const INK = 'rgb(20, 19, 15)'

/** [S4.20] */
walkInBrowser({
  machine: themeMachine,
  model: themeModel,
  holds: nothing,
  open,
  does: {
    'theme.picked': async ({ page }, { choice }) => {
      // Picking a theme leaves the menu open, for the next choice.
      if (!(await page.getByRole('menu').isVisible()))
        await page.getByRole('button', { name: 'Your account' }).click()
      await page.getByRole('menuitem', { name: choice, exact: false }).click()
    },
  },
  sees: {
    'theme.light': ({ page }) => expect.poll(() => background(page)).toBe(PAPER),
    'theme.dark': ({ page }) => expect.poll(() => background(page)).toBe(INK),
    'theme.system': async ({ page }) => {
      for (const [colorScheme, color] of [
        ['dark', INK],
        ['light', PAPER],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await expect.poll(() => background(page)).toBe(color)
      }
    },
  },
})

const search = (page: Page) => page.getByRole('combobox', { name: 'Search organizations' })
const ORGANIZATIONS = ['Northwind Boots', 'Southwind Shoes']

/** Picks, and waits for the organization that was picked: the shell is put up anew for it. */
async function pick(page: Page, option: Locator, press: () => Promise<void>) {
  const text = (await option.textContent()) ?? ''
  await press()
  const name = ORGANIZATIONS.find((one) => text.includes(one))
  await expect(page.getByRole('button', { name: `Organization: ${name}` })).toBeVisible()
}

/** [S2.33] The switcher of organizations; the command palette is the same machine. */
walkInBrowser({
  machine: pickerMachine,
  model: {
    ...pickerModel,
    // The list is there as soon as the switcher opens, and one at a time can be shown.
    events: (snapshot) =>
      pickerModel
        .events(snapshot)
        .filter(
          ({ type }) =>
            ['picker.opened', 'picker.closed'].includes(type) ||
            (type === 'options.changed') === (snapshot.context.options.length === 0),
        ),
  },
  holds: nothing,
  open: async (stage) => {
    const { page, server } = stage
    await page.setViewportSize(DESKTOP)
    const { post } = await enrolled(page, server, 'Northwind Boots')
    await post('organizations', { name: 'Southwind Shoes' })
    await page.goto('/')
    await expect(page.getByRole('button', { name: /^Organization: / })).toBeVisible()
  },
  does: {
    'picker.opened': ({ page }) => page.getByRole('button', { name: /^Organization: / }).click(),
    'picker.closed': ({ page }) => pressEscape(page),
    'options.changed': async () => {},
    'query.changed': ({ page }, { query }) => search(page).fill(query),
    'active.moved': ({ page }, { by }) => search(page).press(by > 0 ? 'ArrowDown' : 'ArrowUp'),
    'option.approached': ({ page }) => page.getByRole('option', { name: /Southwind Shoes/ }).hover(),
    'option.chosen': ({ page }) => {
      const option = page.getByRole('option', { name: /Southwind Shoes/ })
      return pick(page, option, () => option.click())
    },
    'active.chosen': ({ page }) =>
      pick(page, page.getByRole('option', { selected: true }), () => search(page).press('Enter')),
  },
  sees: {
    'picker.closed': ({ page }) => expect(search(page)).toBeHidden(),
    'picker.open': ({ page }, { context }) => expect(search(page)).toHaveValue(context.query),
    'picker.open.nothing': async ({ page }, { context }) => {
      // Before its options have come there is nothing to see, and no time to see it.
      if (context.options.length > 0) await expect(page.getByRole('option', { name: /wind/ })).toHaveCount(0)
    },
  },
})
