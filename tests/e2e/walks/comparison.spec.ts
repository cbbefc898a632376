import type { Page, WebSocketRoute } from '@playwright/test'
import { comparisonMachine } from '../../../src/machines/comparison/comparison.machine.ts'
import type { Standing } from '../../../src/machines/comparison/comparison.types.ts'
import { comparisonModel } from '../../machines/comparison.model.ts'
import { conversation, message } from '../../machines/samples.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { type Stage, walkInBrowser } from './walk.ts'

const AT = /^\/api\/v1\/(integrations\/[^/]+\/(conversations|messages)|conversations\/[^/]+)$/
const TEXT = 'How long?'

interface Play {
  /** Of the assistant's API. */
  readonly path: string
  socket: WebSocketRoute | null
  /** Questions that were sent so far, and how many of them wait. */
  sent: number
  waiting: number
  /** Whether both begin anew with a question that was just asked. */
  isAsked: boolean
  last: Standing
}
const plays = new WeakMap<Page, Play>()
const playOf = ({ page }: Stage) => plays.get(page)!

const field = (page: Page) => page.getByLabel('Your question')
const askBoth = (page: Page) => page.getByRole('button', { name: 'Ask both' })
const retry = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Retry' })
const begin = (page: Page) => page.getByRole('button', { name: 'New', exact: true }).click()

/** Both ask for their latest conversation; each finds one, or none. */
async function answerLatest(stage: Stage, found: readonly boolean[]) {
  const { network } = stage
  for (const [place, isFound] of found.entries()) {
    const items = isFound ? [{ ...conversation, id: `c${place}` }] : []
    const list = { items, total: items.length, has_more: false }
    await network.answer({ body: list }, `GET ${playOf(stage).path}/conversations`)
  }
  for (const [place, isFound] of found.entries()) {
    if (!isFound) continue
    const messages = [
      message(`q${place}`, { role: 'user', content: 'Earlier?', status: 'complete' }),
      message(`a${place}`, { content: 'Yes.', status: 'complete' }),
    ]
    await network.answer(
      { body: { conversation: { ...conversation, id: `c${place}` }, messages } },
      `GET /api/v1/conversations/c${place}`,
    )
  }
}

const refuseLatest = async (stage: Stage) => {
  for (const _side of ['draft', 'published'])
    await stage.network.answer({ status: 500 }, `GET ${playOf(stage).path}/conversations`)
}

/** The oldest question arrives and is answered. */
async function answerQuestion(stage: Stage) {
  const play = playOf(stage)
  const place = `of${play.sent++}`
  const answer = message(`a${place}`, { conversation_id: `c${place}` })
  const question = message(`q${place}`, { role: 'user', content: TEXT, status: 'complete' })
  await stage.network.answer(
    { status: 201, body: { conversation: { ...conversation, id: `c${place}` }, question, answer } },
    `POST ${play.path}/messages`,
  )
  await expect(stage.page.getByRole('button', { name: /^Stop: / })).toHaveCount(1)
  const data = { ...answer, status: 'complete', content: `Answer ${place}.` }
  play.socket?.send(JSON.stringify({ type: 'message_completed', data, id: place, seq: 1, ts: '', v: 1 }))
  await expect(stage.page.getByRole('article').getByText(data.content)).toBeVisible()
}
const refuseQuestion = (stage: Stage) =>
  stage.network.answer({ status: 500 }, `POST ${playOf(stage).path}/messages`)

/** What both were asked is answered by all, or not by the first. */
async function settle(stage: Stage, isHalted: boolean) {
  const play = playOf(stage)
  if (isHalted) await refuseQuestion(stage)
  for (let left = play.waiting - (isHalted ? 1 : 0); left > 0; left--) await answerQuestion(stage)
}

async function ask(stage: Stage) {
  playOf(stage).waiting = 2
  await askBoth(stage.page).click()
}

/** One question more, so that there is something to be begun anew. */
async function askOnce(stage: Stage) {
  await ask(stage)
  await settle(stage, false)
  await field(stage.page).fill(TEXT)
}

const isRead = ({ text }: Standing) => text === ''

/** From how both stand to how they are to stand. */
async function change(stage: Stage, { phase, text }: Standing) {
  const { page } = stage
  const play = playOf(stage)
  if (play.last.phase === 'waiting') {
    if (!isRead(play.last)) return settle(stage, phase === 'halted')
    return phase === 'halted' ? refuseLatest(stage) : undefined
  }
  if (phase === 'waiting') {
    if (play.last.phase === 'halted') {
      play.waiting = 1
      await retry(page).click()
    } else if (!play.isAsked) await ask(stage)
    play.isAsked = false
    return text === '' ? undefined : field(page).fill(text)
  }
  if (play.last.phase !== 'halted') return field(page).fill(text)
  await begin(page)
  await askOnce(stage)
}

const standing = (phase: Standing['phase'], isLevel: boolean, text: string) => ({
  type: 'standing.changed',
  standing: { phase, isLevel, text },
})

/** While they are read nothing is typed; while they answer the next question is, which tells both apart. */
function eventsAt({ phase, isLevel, text }: Standing) {
  if (phase === 'waiting')
    return text === ''
      ? [standing('halted', false, ''), standing('resting', true, ''), standing('resting', false, '')]
      : [standing('halted', false, TEXT), standing('resting', true, TEXT)]
  if (phase === 'halted')
    return text === ''
      ? [standing('waiting', false, ''), { type: 'retry.requested' }]
      : [
          standing('waiting', false, TEXT),
          standing('resting', true, TEXT),
          { type: 'retry.requested' },
          { type: 'comparison.restarted' },
        ]
  const typed = ['', ' ', TEXT].filter((one) => one !== text).map((one) => standing('resting', isLevel, one))
  const next = text === TEXT ? [{ type: 'question.submitted' }, standing('waiting', false, TEXT)] : []
  return isLevel ? [...typed, ...next, { type: 'comparison.restarted' }] : text === TEXT ? next : typed
}

/** [S2.17] */
walkInBrowser({
  machine: comparisonMachine,
  model: { ...comparisonModel, events: ({ context }) => eventsAt(context.standing) },
  holds: ({ path }) => AT.test(path),
  open: async ({ page, server }) => {
    const { organizationId, post } = await enrolled(page, server, 'Northwind Boots')
    const assistant = await post(`organizations/${organizationId}/integrations`, { name: 'Help desk' })
    await post(`integrations/${assistant.id}/publish`, {})
    const path = `/api/v1/integrations/${assistant.id}`
    const last: Standing = { phase: 'waiting', isLevel: false, text: '' }
    const play: Play = { path, socket: null, sent: 0, waiting: 0, isAsked: false, last }
    plays.set(page, play)
    await page.routeWebSocket('**/api/ws/integrations/**', (socket) => {
      play.socket = socket
    })
    await page.goto(`/integrations/${assistant.id}?answers=both`)
    await expect.poll(() => play.socket !== null).toBe(true)
  },
  does: {
    'standing.changed': async (stage, { standing: next }) => {
      const { last } = playOf(stage)
      if (last.phase === 'waiting' && isRead(last) && next.phase === 'resting')
        await answerLatest(stage, [true, next.isLevel])
      else await change(stage, next)
    },
    'question.submitted': async (stage) => {
      if (playOf(stage).last.isLevel) return askOnce(stage)
      await ask(stage)
      playOf(stage).isAsked = true
    },
    // It fails again.
    'retry.requested': async (stage) => {
      await retry(stage.page).click()
      await (isRead(playOf(stage).last) ? refuseLatest(stage) : refuseQuestion(stage))
    },
    'comparison.restarted': async (stage) => {
      const { last } = playOf(stage)
      await begin(stage.page)
      await expect(stage.page.getByRole('article')).toHaveCount(0)
      if (last.phase === 'halted') {
        await ask(stage)
        return settle(stage, true)
      }
      await field(stage.page).fill(TEXT)
      await askOnce(stage)
      await field(stage.page).fill(last.text)
    },
  },
  sees: {
    comparison: async (stage, { context }) => {
      playOf(stage).last = context.standing
      if (!playOf(stage).isAsked && context.standing.phase !== 'waiting')
        await expect(field(stage.page)).toHaveValue(context.standing.text)
    },
    'comparison.waiting': ({ page }, { context }) =>
      isRead(context.standing)
        ? expect(page.getByRole('main').getByLabel('Loading', { exact: true })).toBeVisible()
        : expect(askBoth(page)).toBeDisabled(),
    'comparison.halted': async ({ page }) => {
      await expect(retry(page)).toBeVisible()
      await expect(askBoth(page)).toBeDisabled()
    },
    'comparison.level': async ({ page }, { context }) => {
      await expect(retry(page)).toBeHidden()
      await expect(askBoth(page)).toBeEnabled({ enabled: context.standing.text.trim() !== '' })
    },
    'comparison.apart': async (stage) => {
      const note = stage.page.getByText('The two were asked different questions so far.')
      await expect(note).toHaveCount(playOf(stage).isAsked ? 0 : 1)
    },
  },
})
