import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { organizations, pictures } from '../../server/kernel/db/schema/index.ts'
import { PlanRefusal } from '../../src/services/contract/billing.ts'
import { Message } from '../../src/services/contract/conversations.ts'
import { Integration } from '../../src/services/contract/integrations.ts'
import { Launcher, SharePage } from '../../src/services/contract/share.ts'
import { HELD_MAX, watchLoop } from '../harness/measurements.ts'
import { serveOrganization } from '../harness/serve.ts'
import { createVisitors, publicAssistant } from '../harness/visitors.ts'

const QUESTION = 'What do parrots eat?'
const picture = (background: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .png()
    .toBuffer()

describe('the brand of an assistant', async () => {
  const { server, person, ann, organizationId } = await serveOrganization()
  const baseId = await ann.filled(organizationId, [
    { name: 'parrots.txt', content: 'Parrots eat nuts in the garden.' },
  ])
  const visitors = createVisitors(server.url, QUESTION)

  const at = (id: string, path = '') => `/api/v1/integrations/${id}${path}`
  const change = (id: string, patch: object) => ann.call('PATCH', at(id), patch)
  const publish = (id: string) => ann.call('POST', at(id, '/publish'))
  const page = async (id: string) => SharePage.parse((await visitors.call('GET', id)).body)
  const sendLogo = async (id: string, content: Buffer | string) => {
    const form = new FormData()
    form.append('file', new Blob([content as BlobPart]), 'logo')
    const { headers } = person
    const answer = await fetch(`${server.url}${at(id, '/logo')}`, { method: 'POST', headers, body: form })
    return { status: answer.status, body: await answer.json() }
  }
  const setLogo = async (id: string, background: string) =>
    Integration.parse((await sendLogo(id, await picture(background))).body).logo_url
  const pictureStatus = async (url: string) => (await fetch(`${server.url}${url}`)).status

  it('takes a logo into the draft, and shows it once it is published', async () => {
    const id = await publicAssistant(ann, organizationId, [baseId])
    const first = await setLogo(id, 'red')
    expect((await page(id)).logo_url).toBe('')
    expect((await ann.call('GET', at(id))).body.draft_changes).toEqual(['logo_url'])
    await publish(id)
    expect((await page(id)).logo_url).toBe(first)

    const second = await setLogo(id, 'green')
    expect((await page(id)).logo_url).toBe(first)
    const third = await setLogo(id, 'blue')
    expect(await Promise.all([first, second, third].map(pictureStatus))).toEqual([200, 404, 200])
    expect((await ann.call('DELETE', at(id, '/logo'))).body.logo_url).toBe('')
    expect((await ann.call('POST', at(id, '/versions/2/restore'))).body.logo_url).toBe(first)
  })

  it('takes no address for a logo, and no file that is no picture', async () => {
    const id = await publicAssistant(ann, organizationId, [baseId])
    const { body } = await change(id, { logo_url: 'https://elsewhere.example/spy.png' })
    expect(body.logo_url).toBe('')
    expect(await sendLogo(id, '<svg/>')).toMatchObject({
      status: 422,
      body: { fields: { file: expect.any(String) } },
    })
  })

  it('gives a copy a logo of its own, which outlives the original', async () => {
    const id = await publicAssistant(ann, organizationId, [baseId])
    const original = await setLogo(id, 'red')
    const copy = Integration.parse((await ann.call('POST', at(id, '/duplicate'))).body)
    expect(copy.logo_url).not.toBe(original)
    await ann.call('DELETE', at(id))
    expect(await Promise.all([original, copy.logo_url].map(pictureStatus))).toEqual([404, 200])
    const { db } = server.database
    expect(await db.select().from(pictures).where(eq(pictures.integrationId, id))).toEqual([])
  })

  it.each(['red', '#12345', '#12345G', 'javascript:1', '#FFD400;x'])(
    'refuses the colour %s',
    async (color) => {
      const id = await publicAssistant(ann, organizationId, [baseId])
      expect(await change(id, { color })).toMatchObject({
        status: 422,
        body: { fields: { color: expect.any(String) } },
      })
    },
  )

  it('tells the launcher how it looks, on sites that may embed it and on no other', async () => {
    const id = await publicAssistant(ann, organizationId, [baseId])
    const launcher = (headers = {}) => visitors.call('GET', `${id}/launcher`, '', undefined, headers)
    const shown = await launcher()
    expect(Launcher.parse(shown.body)).toEqual({
      label: 'Ask Keeper',
      position: 'right',
      color: '#9C2F1F',
      ink: '#FFFFFF',
    })
    const german = await launcher({ 'accept-language': 'de' })
    expect(german.body.label).toBe('Keeper fragen')
    expect(german.headers.get('vary')).toBe('origin, accept-language, cookie')
    await change(id, { color: '#FFD400', launcher_position: 'left', launcher_label: 'Ask us' })
    expect((await launcher()).body.label).toBe('Ask Keeper')
    await publish(id)
    expect((await launcher()).body).toEqual({
      label: 'Ask us',
      position: 'left',
      color: '#FFD400',
      ink: '#000000',
    })

    const origin = 'https://shop.example'
    const refused = await launcher({ origin })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, '*'])
    await ann.call('PATCH', at(id, '/public-page'), { allowed_origins: [origin] })
    const allowed = await launcher({ origin })
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    await ann.call('PATCH', at(id, '/public-page'), { state: 'off' })
    expect((await launcher({ origin })).status).toBe(404)
  })

  it('draws a picture for links to the page, in any script and with any name', async () => {
    const id = await publicAssistant(ann, organizationId, [baseId])
    for (const [name, logo] of [
      ['Keeper', false],
      ['مساعد المتجر', true],
      ['A name that is as long as it may be, and has to be cut somewhere to fit in it', false],
    ] as const) {
      await change(id, { name })
      if (logo) await setLogo(id, 'green')
      await publish(id)
      const answer = await fetch(`${server.url}/api/v1/share/${id}/card.png`)
      const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
    }
  })

  it('draws that picture in the language of whoever asks for it, unless there is a welcome', async () => {
    const id = await publicAssistant(ann, organizationId, [baseId])
    const draw = async (language: string) => {
      const headers = { 'accept-language': language }
      const answer = await fetch(`${server.url}/api/v1/share/${id}/card.png`, { headers })
      return Buffer.from(await answer.arrayBuffer())
    }
    const differs = async () => !(await draw('en')).equals(await draw('de'))
    expect(await differs()).toBe(true)
    await change(id, { welcome_message: 'Ask about parrots.' })
    await publish(id)
    expect(await differs()).toBe(false)
  })

  it('[attack H1] holds nobody up while it draws a welcome of joined emojis', async () => {
    const id = await publicAssistant(ann, organizationId, [baseId])
    await change(id, { name: 'Keeper', welcome_message: '👩\u200d👩\u200d👧\u200d👦'.repeat(40) })
    await publish(id)
    const draw = () => fetch(`${server.url}/api/v1/share/${id}/card.png`)
    await draw() // loads the fonts
    await change(id, { name: 'Keeper', welcome_message: '👨\u200d👩\u200d👧\u200d👦'.repeat(40) })
    await publish(id)
    const watch = watchLoop()
    expect((await draw()).status).toBe(200)
    expect(watch.end()).toBeLessThan(HELD_MAX)
  })

  it('[attack S39] tells a visitor nothing of how an answer was made', async () => {
    const id = await publicAssistant(ann, organizationId, [baseId])
    const token = await visitors.visitor(id)
    const asked = (await visitors.ask(id, token)).body
    const answer = Message.parse(await visitors.answered(id, token, asked.answer.id))
    expect(answer).toMatchObject({
      mode: null,
      model: null,
      config_version: null,
      readiness: null,
      latency_ms: null,
      passages_searched: 0,
    })
    const [citation] = answer.citations
    expect(citation).toMatchObject({ document_id: null, passage_id: null, score: 0 })
    expect(asked.conversation).toMatchObject({ tags: [], liked: 0, disliked: 0, unanswered: 0 })
    const seen = await ann.message(asked.answer.id)
    expect(seen.passages_searched).toBeGreaterThan(0)
    // Whoever adds something to the public page decides here that visitors may know it.
    expect(Object.keys((await visitors.call('GET', id)).body).sort()).toEqual([
      'answers',
      'avatar',
      'budget',
      'closed',
      'color',
      'handover',
      'id',
      'logo_url',
      'name',
      'powered_by',
      'starter_questions',
      'welcome_message',
    ])
  })

  it('shows the link to Lectern unless the plan allows to leave it out, also after it was left out', async () => {
    const id = await publicAssistant(ann, organizationId, [baseId])
    expect((await change(id, { powered_by: false })).status).toBe(200)
    await publish(id)
    expect((await page(id)).powered_by).toBe(false)

    await server.database.db.update(organizations).set({ trialEndsAt: null })
    expect((await page(id)).powered_by).toBe(true)
    expect((await change(id, { powered_by: false })).status).toBe(200)
    expect((await change(id, { powered_by: true })).status).toBe(200)
    const refused = await change(id, { powered_by: false })
    expect(refused.status).toBe(402)
    expect(PlanRefusal.parse(refused.body)).toMatchObject({
      detail: 'The link to Lectern cannot be removed on the Free plan. Pro allows it.',
      code: 'plan_limit',
      limit: 'unbranded',
      used: 0,
      max: 0,
      upgrade_plan_id: 'pro',
    })
  })
})
