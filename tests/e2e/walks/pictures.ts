import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { chartOf } from '../../../tools/statecharts/chart.ts'
import { kebab } from '../../../tools/statecharts/names.ts'
import { FINGERPRINT, fingerprintOf } from '../../../tools/statecharts/site/recordings.ts'

const THEMES = ['light', 'dark'] as const

/** Longest wait for a heading, in ms: a state that is about loading has none. */
const HEADING_WITHIN = 3000

/** What is on its way to the screen is shown first; before the app there is nothing to show. */
async function isDrawn(page: Page): Promise<boolean> {
  if ((await page.evaluate(() => document.contentType)) !== 'text/html') return false
  await page
    .getByRole('heading', { level: 1 })
    .first()
    .waitFor({ timeout: HEADING_WITHIN })
    .catch(() => undefined)
  return true
}

/**
 * Pictures of what the person sees in each state, in both themes, in the folder that LECTERN_PICTURES names:
 * `{machine}/{id of the state}.{theme}.webp`. Without the folder none are taken.
 */
export function takePictures(page: Page, machine: AnyStateMachine) {
  const folder = process.env.LECTERN_PICTURES
  const taken = new Set<string>()
  if (!folder) return async () => {}
  const place = join(folder, kebab(machine.id))
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, FINGERPRINT), fingerprintOf(chartOf(machine)))
  return async ({ _nodes }: AnyMachineSnapshot) => {
    const fresh = _nodes
      .filter(({ type }) => type === 'atomic' || type === 'final')
      .map(({ id }) => id)
      .filter((id) => !taken.has(id))
    if (fresh.length === 0 || !(await isDrawn(page))) return
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      const picture = sharp(await page.screenshot({ animations: 'disabled' })).resize({ width: 800 })
      const bytes = await picture.webp({ quality: 50 }).toBuffer()
      for (const id of fresh) writeFileSync(join(place, `${id}.${colorScheme}.webp`), bytes)
    }
    await page.emulateMedia({ colorScheme: null })
    for (const id of fresh) taken.add(id)
  }
}
