import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { DEMO_LOG_IN } from '../../server/demo/client.ts'
import { routes } from '../../src/ui/routes.ts'
import { lectern } from './models/lectern.ts'
import { newDataDir, removeDataDir, startServer } from './server.ts'

const FOLDER = path.resolve('screenshots')
const THEMES = ['light', 'dark'] as const
const WIDTHS = [1280, 390]

/** Every address of the app with the demo's ids in it; what leads on and what takes the rest is no screen. */
function addresses(ids: Readonly<Record<string, string>>) {
  return routes
    .filter(({ redirect, pattern }) => redirect === undefined && !pattern.endsWith('*'))
    .map(({ id, pattern, access }) => ({
      id,
      access,
      path: pattern.replace(/:(\w+)\??/g, (_, name: string) => ids[name] ?? 'unknown'),
    }))
}

async function idsOf(page: Page) {
  const first = async (link: string) => {
    await page.goto(link)
    const href = await page.getByRole('main').locator(`a[href^="${link}/"]`).first().getAttribute('href')
    return href?.split('/')[2] ?? ''
  }
  return { integrationId: await first('/integrations'), id: await first('/knowledge-bases') }
}

/** The page when nothing loads or moves any more. */
async function shoot(page: Page, name: string) {
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled', fullPage: true })
}

async function take(browser: Browser, url: string, colorScheme: 'light' | 'dark', width: number) {
  const page = await browser.newPage({ baseURL: url, colorScheme, viewport: { width, height: 800 } })
  const name = (id: string) => `${id}-${colorScheme}-${width}`
  const guests = addresses({}).filter(({ access }) => access !== 'protected')
  for (const guest of guests) {
    await page.goto(guest.path)
    await shoot(page, name(guest.id))
  }
  await page.goto('/login')
  await lectern(page).logIn(DEMO_LOG_IN)
  await page.getByRole('heading', { name: 'Integrations' }).waitFor()
  const inside = addresses(await idsOf(page)).filter(({ access }) => access === 'protected')
  for (const screen of inside) {
    await page.goto(screen.path)
    await shoot(page, name(screen.id))
  }
  await page.goto('/nowhere')
  await shoot(page, name('notFound'))
  await page.close()
  console.log(`${guests.length + inside.length + 1} screens, ${colorScheme}, ${width} px`)
}

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER)
const dataDir = await newDataDir()
const server = await startServer(dataDir, { DEMO: '1', ADMINISTRATORS: DEMO_LOG_IN.email })
const browser = await chromium.launch(config.use?.launchOptions)
try {
  for (const theme of THEMES) for (const width of WIDTHS) await take(browser, server.url, theme, width)
  console.log(`in ${FOLDER}`)
} finally {
  await browser.close()
  await server.stop()
  removeDataDir(dataDir)
}
