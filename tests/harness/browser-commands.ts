import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { BrowserCommand } from 'vitest/node'
import type { ChartState } from '../../tools/statecharts/chart.ts'
import { kebab } from '../../tools/statecharts/names.ts'
import { FINGERPRINT, fingerprintOf } from '../../tools/statecharts/site/recordings.ts'
import { noteExceptions, noteWalks } from './model/walk-report.ts'

const THEMES = ['light', 'dark'] as const

interface Commands {
  /** Presses or releases the mouse where it is, or moves it into the first corner. */
  mouse(action: 'down' | 'up' | 'leave'): Promise<void>
  /** Adds walked transitions of a machine to the report. */
  noteWalks(id: string, transitions: readonly string[]): Promise<void>
  /** Adds the reasons why nothing in a browser causes these transitions. */
  noteExceptions(id: string, reasons: Readonly<Record<string, string>>): Promise<void>
  /**
   * Takes a picture of the page in both themes for each of these state ids, into the folder in LECTERN_PICTURES:
   * `{machine}/{state id}.{theme}.webp`. Does nothing without the folder.
   */
  takePictures(chart: ChartState, states: readonly string[]): Promise<void>
}

type BrowserSide = { [Name in keyof Commands]: BrowserCommand<Parameters<Commands[Name]>> }

/** Node functions for tests in the browser. */
export const commands: BrowserSide = {
  mouse: ({ page: { mouse } }, action) => (action === 'leave' ? mouse.move(0, 0) : mouse[action]()),
  noteWalks: (_, id, transitions) => noteWalks({ id }, 'browser', transitions),
  noteExceptions: (_, id, reasons) => noteExceptions({ id }, reasons),
  takePictures: async ({ page, iframe }, chart, states) => {
    const folder = process.env.LECTERN_PICTURES
    if (!folder) return
    const place = join(folder, kebab(chart.id))
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, FINGERPRINT), fingerprintOf(chart))
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      const shot = await iframe.locator('html').screenshot({ animations: 'disabled' })
      const bytes = await sharp(shot).resize({ width: 800 }).webp({ quality: 50 }).toBuffer()
      for (const id of states) writeFileSync(join(place, `${id}.${colorScheme}.webp`), bytes)
    }
    await page.emulateMedia({ colorScheme: null })
  },
}

declare module 'vitest/browser' {
  interface BrowserCommands extends Commands {}
}
