import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { catalogueIn } from '../../../tools/texts/catalogues.ts'
import { ALL_RULES, violationsIn } from '../axe.ts'
import { overflowOf, unusableIn } from '../layout.ts'
import { type Tokens, takeTokens } from '../models/accounts.ts'
import { type Ids, INSIDE, OUTSIDE } from './addresses.ts'
import { readFromRightToLeft } from './direction.ts'
import { type Say, STATES } from './states.ts'

/** A busy machine takes long; hundreds of pictures may fail for one reason. */
const PATIENCE = 60_000 // ms
/** The narrowest window with a sidebar. */
const WITH_SIDEBAR = 768
/** What is opened has been drawn, and what loads has its shape. */
const DRAWN_AFTER = 300 // ms

/** What the shell needs: without it no screen would be shown at all. */
const OF_THE_SHELL = /\/api\/v1\/(refresh|me|users\/me|organizations|system|notifications)([/?]*$|\?)/

const onData = (page: Page, answer: 'hang' | 'fail') =>
  page.route('**/api/v1/**', async (route) => {
    if (OF_THE_SHELL.test(route.request().url()) || route.request().method() !== 'GET')
      return route.fallback()
    // After a 500 the client would ask again by itself, and after a refusal the page would offer no Try Again.
    if (answer === 'fail')
      await route.fulfill({ status: 425, json: { detail: 'The server has failed. Try again.' } })
  })

/** No answer comes: screens stay as they are while they load. */
const hanging = (page: Page) => onData(page, 'hang')

/** The server fails. */
const failing = (page: Page) => onData(page, 'fail')

export interface Look {
  readonly width: number
  /** 640 × 400 is a window of 1280 × 800 at 200 %. */
  readonly height: number
  readonly theme: 'light' | 'dark'
  /** `rtl` is English in a page that is read from right to left. */
  readonly language: string
  readonly forcedColors: boolean
}

/** The server of the pictures, and whom they show. */
export interface Demo {
  readonly url: string
  readonly ids: Ids
  readonly member: Tokens
  /** Of somebody whose organization is empty. */
  readonly newcomer: Tokens
}

/**
 * The system paints its own colours, at least as far apart as its user wants them; axe would measure those that the
 * page asks for, and nobody sees.
 */
const IN_FORCED_COLORS = {
  ...ALL_RULES,
  rules: { 'color-contrast': { enabled: false } },
} satisfies RunOptions

interface Options {
  readonly folder: string
  readonly isWanted: (name: string) => boolean
  /** Whether axe looks at each, too. */
  readonly isAudited: boolean
}

/** What an organization that has nothing shows, too: what no id leads to. */
const WITHOUT_IDS = Object.fromEntries(
  Object.entries(INSIDE).filter(([, addressesOf]) => addressesOf.length === 0),
)

/** Takes the pictures of one look. */
export async function takeLook(
  browser: Browser,
  { url, ids, member, newcomer }: Demo,
  look: Look,
  { folder, isWanted, isAudited }: Options,
): Promise<readonly string[]> {
  const findings: string[] = []
  const texts = look.language === 'de' ? catalogueIn('de') : {}
  const say: Say = (english) => texts[english] ?? english

  async function open(tokens?: Tokens) {
    const page = await browser.newPage({
      baseURL: url,
      colorScheme: look.theme,
      forcedColors: look.forcedColors ? 'active' : 'none',
      locale: look.language === 'de' ? 'de-DE' : 'en-GB',
      viewport: { width: look.width, height: look.height },
      hasTouch: look.width < WITH_SIDEBAR,
      reducedMotion: 'reduce',
    })
    page.setDefaultTimeout(PATIENCE)
    if (look.language === 'rtl') await readFromRightToLeft(page)
    if (tokens) await takeTokens(page, tokens)
    return page
  }

  /** When nothing loads any more. */
  async function settled(page: Page) {
    await page.waitForLoadState('networkidle')
    await page.locator('[aria-busy="true"]:visible').first().waitFor({ state: 'hidden' })
    await page.evaluate(() => document.fonts.ready)
  }

  async function audit(page: Page) {
    const overflow = await overflowOf(page)
    const wide = overflow > 0 ? [`${overflow} px wider than the window`] : []
    const rules = look.forcedColors ? IN_FORCED_COLORS : ALL_RULES
    return [...wide, ...(await unusableIn(page)), ...(await violationsIn(page, rules))]
  }

  /** What cannot be taken is said at the end, and the others are taken. */
  async function take(page: Page, name: string, address: string, reach: () => Promise<unknown>) {
    if (!isWanted(name)) return
    const file = path.join(folder, `${name}-${look.language}-${look.theme}-${look.width}.png`)
    try {
      await page.goto(address)
      await reach()
      // oxlint-disable-next-line no-restricted-properties -- a picture has no next step that could wait for what is being drawn
      await page.waitForTimeout(DRAWN_AFTER)
      await page.screenshot({ path: file, animations: 'disabled', fullPage: true })
      if (isAudited)
        findings.push(...(await audit(page)).map((finding) => `${path.basename(file)}: ${finding}`))
    } catch (error) {
      findings.push(
        `${path.basename(file)}: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
      )
    }
  }

  async function takeAll(page: Page, addresses: typeof INSIDE, suffix: string | null = null) {
    for (const [id, addressesOf] of Object.entries(addresses))
      for (const [index, address] of addressesOf(ids).entries()) {
        const name = [id, index > 0 ? index + 1 : null, suffix].filter((part) => part !== null).join('-')
        await take(page, name, address, () => settled(page))
      }
  }

  async function takeStates(page: Page) {
    for (const [name, { path: at, reach, sidebar = null }] of Object.entries(STATES)) {
      if (sidebar !== null && sidebar !== look.width >= WITH_SIDEBAR) continue
      await take(page, `state-${name}`, at(ids), async () => {
        await settled(page)
        await reach(page, say)
      })
    }
  }

  /** Of each screen, with a server that is slow or fails. */
  async function takeOfServer(page: Page) {
    const states = {
      loading: { given: hanging, reach: () => page.locator('#content').waitFor() },
      error: { given: failing, reach: () => settled(page) },
    }
    for (const [suffix, { given, reach }] of Object.entries(states)) {
      await given(page)
      for (const [id, addressesOf] of Object.entries(INSIDE))
        await take(page, `${id}-${suffix}`, addressesOf(ids)[0] ?? '/', reach)
      await page.unrouteAll()
    }
  }

  const guest = await open()
  await takeAll(guest, OUTSIDE)
  await take(guest, 'share', `/share/integration/${ids.integrationId}`, () => settled(guest))
  await guest.close()

  const inside = await open(member)
  await takeAll(inside, INSIDE)
  await takeStates(inside)
  await takeOfServer(inside)
  await inside.close()

  const somebodyNew = await open(newcomer)
  await takeAll(somebodyNew, WITHOUT_IDS, 'empty')
  await somebodyNew.close()
  console.log(`${look.language}, ${look.theme}, ${look.width} px`)
  return findings
}
