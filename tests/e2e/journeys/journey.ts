import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { test as base, type Gateway } from '../gateway.ts'
import { followActors, type Seen } from './follow-actors.ts'
import { type Happening, JOURNEY_FILE, type Journey } from './recording.ts'

type Told = Pick<Journey, 'id' | 'title' | 'question' | 'answer' | 'lanes'>

export interface Story {
  readonly page: Page
  readonly gateway: Gateway
  /** The address of the server behind the gateway. */
  readonly server: string
  /** What the person does, or what befalls them; it has happened when `act` ends. */
  step(says: string, act: () => Promise<unknown>): Promise<void>
}

const API = '/api/v1/'

/** `POST /organizations/…/documents`: which of them is nobody's business. */
const callOf = (method: string, url: string) =>
  `${method} /${new URL(url).pathname.slice(API.length).replace(/[0-9a-f]{8,}[0-9a-f-]*/g, '…')}`

/** Writes down what passes between the page and the server. */
function listen(page: Page, note: (happening: Happening) => void) {
  page.on('response', (response) => {
    const request = response.request()
    if (new URL(request.url()).pathname.startsWith(API))
      note({ kind: 'request', call: callOf(request.method(), request.url()), status: response.status() })
  })
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const { type } = JSON.parse(String(payload)) as { type?: string }
      if (type) note({ kind: 'message', event: type })
    }),
  )
}

/** A journey of the statecharts' pages, and a test that it goes so; written down in the folder that LECTERN_JOURNEYS names. */
export function journey(told: Told, run: (story: Story) => Promise<void>) {
  base(`journey: ${told.title}`, async ({ page, gateway, server }) => {
    const folder = process.env.LECTERN_JOURNEYS && join(process.env.LECTERN_JOURNEYS, told.id)
    const steps: Journey['steps'][number][] = []
    const starts = new Map<string, readonly [string, string]>()
    const tells = new Map<string, readonly [string, string, string]>()
    let happenings: Happening[] = []

    const see = (seen: Seen) => {
      if (seen.kind === 'tell') tells.set(Object.values(seen).join(' '), [seen.from, seen.to, seen.event])
      else {
        if (seen.kind === 'start' && seen.from) starts.set(`${seen.from} ${seen.to}`, [seen.from, seen.to])
        if (told.lanes.includes(seen.to)) happenings.push(seen)
      }
    }
    await followActors(page.context(), see)
    listen(page, (happening) => happenings.push(happening))
    if (folder) {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
    }

    const step: Story['step'] = (says, act) =>
      base.step(says, async () => {
        // What led up to the story is not told.
        if (steps.length === 0) happenings = []
        await act()
        const picture = `${steps.length + 1}.webp`
        if (folder) {
          const screen = await page.screenshot({ animations: 'disabled' })
          writeFileSync(
            join(folder, picture),
            await sharp(screen).resize({ width: 960 }).webp({ quality: 60 }).toBuffer(),
          )
        }
        steps.push({ says, picture, happenings })
        happenings = []
      })
    await run({ page, gateway, server: server.url, step })

    const recording: Journey = { ...told, steps, starts: [...starts.values()], tells: [...tells.values()] }
    if (folder) writeFileSync(join(folder, JOURNEY_FILE), JSON.stringify(recording, null, 1))
  })
}
