import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { eq, gte } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import recorded from '../../server/developers/reference/answers.json' with { type: 'json' }
import { OPERATIONS } from '../../server/developers/reference/operations.ts'
import {
  auditEntries,
  documents,
  handovers,
  identityProviders,
  knowledgeIndexes,
  sourcePages,
  sources,
} from '../../server/kernel/db/schema/index.ts'
import { isApi } from '../../server/kernel/http/security.ts'
import { isOpen } from '../../server/kernel/http/serve.ts'
import { payer } from '../harness/billing.ts'
import { startChatServer } from '../harness/chat-protocols.ts'
import { startConfluence } from '../harness/confluence.ts'
import { addressOf, type Ids, presentable, withRealIds } from '../harness/examples.ts'
import { CLIENT, startGoogle } from '../harness/google.ts'
import { createClient } from '../harness/knowledge.ts'
import { mailsTo, tokenIn } from '../harness/mails.ts'
import { startNameServer } from '../harness/name-server.ts'
import { isAudited } from '../harness/route-rules.ts'
import { withRoutes } from '../harness/routes.ts'
import { closedAfterwards, serve } from '../harness/serve.ts'
import { PASSWORD, type Person } from '../harness/server.ts'
import { TOKEN } from '../harness/service.ts'
import { startSite } from '../harness/site.ts'
import { SIGNING_SECRET, startSlack } from '../harness/slack.ts'
import { codeOf, stepWithTimeLeft } from '../harness/totp.ts'

/** What one example needs besides the furnished organization: ids, parts of its body, and who sends it. */
type Needs = {
  ids?: Ids
  others?: Record<string, string>
  body?: object
  file?: string
  headers?: Record<string, string>
}

const DOCUMENT =
  '# Returns\n\nUnworn shoes can be returned within 30 days of purchase.\n\nRefunds take five days.\n'
const QUESTION = 'How long can shoes be returned?'
const exampleOf = (name: string) => OPERATIONS[name]?.rules.example?.body
const { RECORD_EXAMPLES } = process.env
const answers: Record<string, { status: number; body?: unknown }> = {}
const ANSWERS: Readonly<Record<string, { status: number; body?: unknown }>> = recorded

describe('the reference', async () => {
  const ids: Ids = {}
  const records = new Map<string, string[]>()

  const names = closedAfterwards(
    await startNameServer(
      (name) => (name.endsWith('.test') ? ['127.0.0.1'] : undefined),
      (name) => records.get(name),
    ),
  )
  const site = closedAfterwards(await startSite('127.0.0.2'))
  const confluence = closedAfterwards(await startConfluence('data center'))
  const google = closedAfterwards(await startGoogle('documents'))
  const slack = closedAfterwards(await startSlack())
  const chat = closedAfterwards(await startChatServer('openai'))
  const ports = [site.port, chat.port, confluence.port, google.port, slack.port]
  const web = { allowedNetworks: ['127.0.0.1/32'], ports, nameServers: [names.address] }
  const { made: server, definitions } = await withRoutes(() => serve({ appFolder: '/nowhere', web }))
  const ann = await server.register()
  server.config.administrators.push(ann.user.email)
  const client = createClient(server.url, ann)
  ids.organization = (await server.found(ann, 'Harbour Shoes')).id
  ids['knowledge-base'] = (await client.knowledgeBase(ids.organization, 'Help centre')).id
  afterAll(() => {
    if (RECORD_EXAMPLES)
      writeFileSync('server/developers/reference/answers.json', `${JSON.stringify(answers, null, 1)}\n`)
  })

  const post = async (path: string, body: unknown = {}) => {
    const answer = await client.call('POST', `/api/v1${path}`, body)
    expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body])
    return answer.body
  }
  const base = () => `/knowledge-bases/${ids['knowledge-base']}`
  const db = () => server.context.db
  const newFile = async (name: string, content: string) => {
    const { body } = await client.upload(ids['knowledge-base']!, [{ name, content }])
    return body.results[0]!.document!.id
  }
  const ready = (id: string) =>
    expect.poll(async () => (await client.call('GET', `/api/v1/documents/${id}`)).body.status).toBe('ready')
  const newText = async (path = '/texts'): Promise<Needs> => {
    const body = {
      name: 'Laces',
      text: `Laces, number ${Math.random()}.`,
      question: `Is it ${Math.random()}?`,
      answer: 'Yes.',
    }
    const { id } = await post(`${base()}${path}`, body)
    await ready(id)
    return { ids: { document: id } }
  }
  const joined = async (person: Person) => server.join(ids.organization!, person, 'viewer')
  const newMember = async () => joined(await server.register())

  ids.document = await newFile('returns.md', DOCUMENT)
  await client.settled(ids['knowledge-base'])
  ids.integration = (await client.integration(ids.organization, [ids['knowledge-base']], 'Shop assistant')).id
  await client.call('PATCH', `/api/v1/integrations/${ids.integration}`, {
    welcome_message: 'Ask about shoes.',
  })
  await post(`/integrations/${ids.integration}/publish`)
  await client.call('PATCH', `/api/v1/integrations/${ids.integration}/public-page`, { state: 'on' })
  const asked = await client.send(ids.integration, QUESTION)
  ids.conversation = asked.conversation.id
  ids.message = asked.answer.id
  await client.answered(ids.message)
  const read = await client.call('GET', `/api/v1/documents/${ids.document}/passages`)
  ids.passage = read.body.passages[0].id
  ids.member = (await newMember()).user.id
  await client.call('POST', '/api/v1/users/billing-details', exampleOf('POST /api/v1/users/billing-details'))

  const another = async (
    more: (person: Person) => Promise<Needs> = async () => ({}),
    made = newMember,
  ): Promise<Needs> => {
    const person = await made()
    return { headers: person.headers, ...(await more(person)) }
  }
  const newInvitation = async (email = `${crypto.randomUUID().slice(0, 8)}@example.com`) => {
    const { results } = await post(`/organizations/${ids.organization}/invitations`, {
      emails: [email],
      role: 'viewer',
    })
    const [mail] = await mailsTo(server, email)
    return { ids: { invitation: results[0].invitation.id as string }, token: tokenIn(mail?.body ?? '') }
  }
  const newKey = async () =>
    (await post('/users/me/api-keys', { name: 'Old key', scopes: ['read'], expires_in_days: 1 })).id as string
  let pages = 2
  const googleDrive = () => ({ connector: 'google_drive', settings: { url: google.url, ...CLIENT } })
  const newSource = async (status?: 'reading') => {
    pages += 1
    const { id } = await post(`${base()}/sources`, {
      kind: 'page',
      url: `http://site.test:${site.port}/pages/${pages}`,
    })
    const { call } = client
    await expect
      .poll(
        async () =>
          (await call('GET', `/api/v1${base()}/sources`)).body.find((s: { id: string }) => s.id === id)
            .status,
      )
      .toBe('ready')
    if (status) await db().update(sources).set({ status }).where(eq(sources.id, id))
    return { ids: { source: id as string } }
  }
  const newIndex = async (status: 'queued' | 'ready') => {
    const { call } = client
    const all = async () =>
      (await call('GET', `/api/v1${base()}/indexes`)).body as { id: string; status: string }[]
    for (const { id, status: is } of await all())
      if (['queued', 'building', 'ready'].includes(is))
        await db().update(knowledgeIndexes).set({ status: 'cancelled' }).where(eq(knowledgeIndexes.id, id))
    const { id } = await post(`${base()}/indexes`)
    await expect
      .poll(async () => (await all()).find((one) => one.id === id)?.status)
      .not.toMatch(/queued|building/)
    await db().update(knowledgeIndexes).set({ status }).where(eq(knowledgeIndexes.id, id))
    return { ids: { index: id as string } }
  }
  let golden = 0
  const newGolden = async () => {
    golden += 1
    const expected = [{ document_id: ids.document }]
    const { id } = await post(`${base()}/golden-questions`, {
      question: `Number ${golden}?`,
      expected,
    })
    return { ids: { 'golden-question': id as string } }
  }
  const provider = () => ({ base_url: `http://models.test:${chat.port}/v1` })
  const newProvider = async (): Promise<Needs> => {
    const { id } = await post(`/organizations/${ids.organization}/model-providers`, {
      ...Object(exampleOf('POST /api/v1/organizations/:organizationId/model-providers')),
      ...provider(),
    })
    return { ids: { 'model-provider': id } }
  }
  const newWebhook = async (): Promise<Needs> => {
    const events = ['document.failed']
    const url = `http://site.test:${site.port}/hook`
    return {
      ids: { webhook: (await post(`/organizations/${ids.organization}/webhooks`, { url, events })).id },
    }
  }
  const slackSettings = () => ({ url: slack.url, token: TOKEN, signing_secret: SIGNING_SECRET })
  const withoutChannels = async (): Promise<Needs> => {
    const channels = `/api/v1/organizations/${ids.organization}/channels`
    for (const { id } of (await client.call('GET', channels)).body)
      await client.call('DELETE', `${channels}/${id}`)
    return { body: { settings: slackSettings() } }
  }
  const newChannel = async (): Promise<Needs> => {
    await withoutChannels()
    const body = { kind: 'slack', integration_id: ids.integration, settings: slackSettings() }
    return { ids: { channel: (await post(`/organizations/${ids.organization}/channels`, body)).id } }
  }
  let made = 0
  const newGroup = async (): Promise<Needs> => {
    const group = { name: `Finance ${++made}`, member_ids: [ids.member] }
    return { ids: { group: (await post(`/organizations/${ids.organization}/groups`, group)).id } }
  }
  const newBase = async (): Promise<Needs> => {
    const base = { name: `Salaries ${++made}` }
    const { id } = await post(`/organizations/${ids.organization}/knowledge-bases`, base)
    return { ids: { 'knowledge-base': id, ...(await newGroup()).ids } }
  }
  const singleSignOn = () => `/organizations/${ids.organization}/single-sign-on`
  const withProvider = async (): Promise<Needs> => {
    const body = exampleOf('PUT /api/v1/organizations/:organizationId/single-sign-on')
    await client.call('PUT', `/api/v1${singleSignOn()}`, body)
    return {}
  }
  const newDomain = async (): Promise<Needs> => {
    const domain = `${crypto.randomUUID().slice(0, 8)}.test`
    const { id, record_name, record_value } = await post(`/organizations/${ids.organization}/email-domains`, {
      domain,
    })
    records.set(record_name, [record_value])
    return { ids: { 'email-domain': id } }
  }
  const newToken = async (): Promise<Needs> => {
    const body = { name: 'Old', expires_in_days: null }
    const { id } = await post(`/organizations/${ids.organization}/provisioning-tokens`, body)
    return { ids: { 'provisioning-token': id } }
  }
  const delivered = async (): Promise<Needs> => {
    const made = await newWebhook()
    const path = `/organizations/${ids.organization}/webhooks/${made.ids?.webhook}`
    const { id: delivery } = await post(`${path}/test`)
    await expect
      .poll(async () => (await client.call('GET', `/api/v1${path}/deliveries`)).body[0].status)
      .not.toBe('pending')
    return { ...made, others: { delivery } }
  }
  const answered = async () => {
    const { answer, conversation } = await client.send(ids.integration!, QUESTION)
    await client.answered(answer.id)
    return { ids: { message: answer.id, conversation: conversation.id } }
  }
  const notified = async () => {
    await server.context.notifications.notify({
      userIds: [ann.user.id],
      type: 'plan_changed_success',
      values: { plan: 'Pro', kind: 'change' },
      link: null,
    })
    return { ids: { notification: (await client.call('GET', '/api/v1/notifications')).body[0].id as string } }
  }
  const withTwoFactor = async (isConfirmed: boolean): Promise<Needs> =>
    another(async ({ headers }) => {
      const { call } = createClient(server.url, { headers: headers as never })
      const { secret } = (await call('POST', '/api/v1/users/me/two-factor/setup', { password: PASSWORD }))
        .body
      await stepWithTimeLeft()
      if (!isConfirmed) return { body: { code: codeOf(secret) } }
      await call('POST', '/api/v1/users/me/two-factor/confirm', { code: codeOf(secret, 0) })
      return { body: { code: codeOf(secret, 1) } }
    })
  const paid = async (): Promise<Needs> => {
    const { payment_url } = await post('/subscription/change', { plan_id: 'business' })
    const token = new URL(payment_url, 'http://x').searchParams.get('token') ?? ''
    await server.inject({
      method: 'POST',
      url: '/checkout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token, decision: 'pay' }).toString(),
    })
    const [payment] = (await client.call('GET', '/api/v1/payments')).body
    return { ids: { payment: payment.id } }
  }
  const renewing = () =>
    another(async (person) => {
      const ann = await payer(server, person)
      await ann.fillIn()
      await ann.subscribe('pro')
      return {}
    })
  const visitor = async (): Promise<Needs> => {
    const { body } = await client.call('POST', `/api/v1/share/${ids.integration}/visitors`)
    return { headers: { 'x-visitor-token': body.token } }
  }
  const proving = async (): Promise<Needs> => {
    const at = `/api/v1/integrations/${ids.integration}/public-page/identity-secret`
    const { secret } = (await client.call('POST', at)).body
    const user = JSON.stringify({ id: 'c-4711', name: 'Grace', email: 'grace@example.com' })
    const hash = createHmac('sha256', secret).update(user).digest('hex')
    return { ...(await visitor()), body: { user, hash } }
  }
  const visitorAsked = async (part: 'conversation' | 'answer'): Promise<Needs> => {
    const { headers = {} } = await visitor()
    const question = { content: QUESTION, conversation_id: null, channel: 'share' }
    const { call } = createClient(server.url, { headers: headers as never })
    const asked = (await call('POST', `/api/v1/share/${ids.integration}/messages`, question)).body
    await expect
      .poll(
        async () =>
          (await call('GET', `/api/v1/share/${ids.integration}/messages/${asked.answer.id}`)).body.status,
      )
      .toBe('complete')
    return { headers, others: { part: asked[part].id } }
  }
  /** A visitor's conversation that a person is offered in, or was asked for, taken over or resolved. */
  const handedOver = async (as: 'offered' | 'asked' | 'taken' | 'resolved'): Promise<Needs> => {
    await client.call('PATCH', `/api/v1/integrations/${ids.integration}/handover`, { offered: ['always'] })
    const { headers, others } = await visitorAsked('conversation')
    const conversation = others?.part ?? ''
    const visits = createClient(server.url, { headers: headers as never })
    const path = `/api/v1/share/${ids.integration}/conversations/${conversation}/handover`
    const contact = { name: 'Grace', email: 'grace@example.com' }
    if (as !== 'offered') await visits.call('POST', path, contact)
    const one = `/api/v1/conversations/${conversation}/handover`
    if (as === 'taken') await client.call('PATCH', one, { taken_over: true })
    if (as === 'resolved') await client.call('PATCH', one, { status: 'resolved' })
    return { headers: { ...headers }, others: { ...others } }
  }
  const inInbox = async (): Promise<Needs> => ({
    ids: { conversation: (await handedOver('asked')).others?.part ?? '' },
  })
  /** A member's own conversation in Chat, that a person is offered in, or was asked for, taken over or closed. */
  const ownQuestion = async (as: 'offered' | 'asked' | 'taken' | 'closed'): Promise<Needs> => {
    await client.call('PATCH', `/api/v1/integrations/${ids.integration}/handover`, { offered: ['always'] })
    const question = { content: QUESTION, channel: 'chat' }
    const asked = (await client.call('POST', `/api/v1/integrations/${ids.integration}/messages`, question))
      .body
    await client.answered(asked.answer.id)
    const { id } = asked.conversation
    const at = `/api/v1/conversations/${id}/person`
    if (as !== 'offered') await client.call('POST', at, { name: '', email: ann.user.email })
    if (as === 'closed') await client.call('POST', `${at}/close`)
    if (as === 'taken')
      await server.context.db
        .update(handovers)
        .set({ takenOver: true })
        .where(eq(handovers.conversationId, id))
    return { ids: { conversation: id } }
  }
  const linkFor = async (path: string, body: object): Promise<string> => {
    const { user } = ann
    await server.inject({
      method: 'POST',
      url: path,
      payload: { email: user.email, ...body },
      headers: ann.headers,
    })
    return tokenIn((await mailsTo(server, user.email))[0]?.body ?? '')
  }
  const refreshable = async (): Promise<Needs> => {
    const person = await server.register()
    return { body: { refresh_token: person.tokens.refresh_token } }
  }
  const founded = async (): Promise<Needs> => ({
    ids: { organization: (await server.found(ann, 'Harbour Shoes')).id },
  })
  const withPicture = async () =>
    (
      await sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
        .png()
        .toBuffer()
    ).toString('base64')

  const NEEDS: Readonly<Record<string, () => Promise<Needs>>> = {
    'POST /api/v1/register': async () => ({ body: { email: 'grace@example.com' } }),
    'POST /api/v1/login': async () => ({ body: { username: ann.user.email } }),
    'POST /api/v1/refresh': refreshable,
    'POST /api/v1/logout': refreshable,
    'GET /reset-password/verify/:token': async () => ({
      others: { token: await linkFor('/forgot-password', {}) },
    }),
    'POST /reset-password': async () =>
      another(async ({ user }) => {
        await server.inject({ method: 'POST', url: '/forgot-password', payload: { email: user.email } })
        return { body: { token: tokenIn((await mailsTo(server, user.email))[0]?.body ?? '') } }
      }),
    'POST /api/v1/confirm-email': async () => {
      const { user } = await joined(await server.registerUnverified())
      return { body: { token: tokenIn((await mailsTo(server, user.email))[0]?.body ?? '') } }
    },
    'POST /api/v1/users/me/verification': async () => ({
      headers: (await server.registerUnverified()).headers,
    }),
    'POST /api/v1/users/me/email': another,
    'POST /api/v1/users/me/delete': another,
    'POST /api/v1/users/change-password': another,
    'POST /api/v1/users/me/photo': async () => ({ file: await withPicture() }),
    'POST /api/v1/organizations/:organizationId/logo': async () => ({ file: await withPicture() }),
    'POST /api/v1/integrations/:id/logo': async () => ({ file: await withPicture() }),
    'GET /api/v1/pictures/:id': async () => {
      const form = new FormData()
      form.append(
        'file',
        new Blob([Buffer.from(await withPicture(), 'base64')], { type: 'image/png' }),
        'x.png',
      )
      const answer = await fetch(`${server.url}/api/v1/users/me/photo`, {
        method: 'POST',
        headers: ann.headers,
        body: form,
      })
      const { profile_picture_url } = (await answer.json()) as { profile_picture_url: string }
      return { ids: { picture: profile_picture_url.split('/').at(-1) ?? '' } }
    },
    'DELETE /api/v1/users/me/sessions/:id': async () => {
      await server.logIn(ann.user.email)
      const all = (await client.call('GET', '/api/v1/users/me/sessions')).body as {
        id: string
        current: boolean
      }[]
      return { ids: { session: all.find(({ current }) => !current)!.id } }
    },
    'POST /api/v1/users/me/two-factor/setup': another,
    'POST /api/v1/users/me/two-factor/confirm': () => withTwoFactor(false),
    'POST /api/v1/users/me/two-factor/disable': () => withTwoFactor(true),
    'POST /api/v1/users/me/two-factor/backup-codes': () => withTwoFactor(true),
    'DELETE /api/v1/users/me/api-keys/:id': async () => ({ ids: { 'api-key': await newKey() } }),
    'DELETE /api/v1/organizations/:organizationId/api-keys/:id': async () => {
      const key = { name: 'Old key', scopes: ['read'], expires_in_days: 1 }
      return { ids: { 'api-key': (await post(`/organizations/${ids.organization}/api-keys`, key)).id } }
    },
    'DELETE /api/v1/organizations/:organizationId/single-sign-on': withProvider,
    'POST /api/v1/organizations/:organizationId/single-sign-on/test': withProvider,
    'PUT /api/v1/organizations/:organizationId/single-sign-on/enforcement': async () => {
      await withProvider()
      await db().update(identityProviders).set({ enforced: true })
      return {}
    },
    'DELETE /api/v1/organizations/:organizationId/provisioning-tokens/:id': newToken,
    'POST /api/v1/organizations/:organizationId/email-domains/:id/verify': newDomain,
    'DELETE /api/v1/organizations/:organizationId/email-domains/:id': newDomain,
    'POST /api/v1/organizations/:organizationId/model-providers': async () => ({ body: provider() }),
    'POST /api/v1/organizations/:organizationId/model-providers/available': async () => ({
      body: provider(),
    }),
    'PATCH /api/v1/organizations/:organizationId/model-providers/:id': newProvider,
    'DELETE /api/v1/organizations/:organizationId/model-providers/:id': newProvider,
    'GET /api/v1/organizations/:organizationId/models': newProvider,
    'GET /api/v1/organizations/:organizationId/model-providers': newProvider,
    'POST /api/v1/organizations/:organizationId/channels': withoutChannels,
    'PATCH /api/v1/organizations/:organizationId/channels/:id': newChannel,
    'DELETE /api/v1/organizations/:organizationId/channels/:id': newChannel,
    'POST /api/v1/organizations/:organizationId/webhooks': async () => ({
      body: { url: `http://site.test:${site.port}/hook` },
    }),
    'GET /api/v1/organizations/:organizationId/groups': newGroup,
    'PATCH /api/v1/organizations/:organizationId/groups/:id': newGroup,
    'DELETE /api/v1/organizations/:organizationId/groups/:id': newGroup,
    'PUT /api/v1/knowledge-bases/:id/readers': newBase,
    'PUT /api/v1/integrations/:id/readers': async () => ({
      ids: {
        integration: (await client.integration(ids.organization!, [], 'Payroll')).id,
        ...(await newGroup()).ids,
      },
    }),
    'PUT /api/v1/knowledge-bases/:id/documents/readers': async () => ({
      ids: { ...(await newText()).ids, ...(await newGroup()).ids },
    }),
    'PATCH /api/v1/organizations/:organizationId/webhooks/:id': newWebhook,
    'DELETE /api/v1/organizations/:organizationId/webhooks/:id': newWebhook,
    'POST /api/v1/organizations/:organizationId/webhooks/:id/rotate': newWebhook,
    'POST /api/v1/organizations/:organizationId/webhooks/:id/test': newWebhook,
    'GET /api/v1/organizations/:organizationId/webhooks/:id/deliveries': delivered,
    'POST /api/v1/organizations/:organizationId/webhooks/:id/deliveries/:delivery/redeliver': delivered,
    'POST /api/v1/organizations/:organizationId/delete': founded,
    'DELETE /api/v1/organizations/:organizationId/members/:userId': async () => ({
      ids: { member: (await newMember()).user.id },
    }),
    'POST /api/v1/organizations/:organizationId/transfer': async () => {
      const { id } = await server.found(ann, 'Harbour Shoes')
      const { user } = await server.register()
      await server.join(id, { user }, 'editor')
      return { ids: { organization: id, member: user.id } }
    },
    'POST /api/v1/invitations/:id/resend': newInvitation,
    'DELETE /api/v1/invitations/:id': newInvitation,
    'GET /api/v1/invitations/:token': async () => ({ others: { token: (await newInvitation()).token } }),
    'POST /api/v1/invitations/accept': () =>
      another(
        async ({ user }) => ({ body: { token: (await newInvitation(user.email)).token } }),
        () => server.register(),
      ),
    'POST /api/v1/invitations/decline': async () => ({ body: { token: (await newInvitation()).token } }),
    'DELETE /api/v1/knowledge-bases/:id': async () => ({
      ids: { 'knowledge-base': (await client.knowledgeBase(ids.organization!, 'Old')).id },
    }),
    'DELETE /api/v1/documents/:id': () => newText(),
    'POST /api/v1/knowledge-bases/:id/documents/change': async () => ({
      ...(await newText()),
      body: { action: 'disable' },
    }),
    'PUT /api/v1/documents/:id/file': async () => {
      const document = await newFile('old.md', '# Old\n\nAn old page.')
      await ready(document)
      return { ids: { document } }
    },
    'PUT /api/v1/documents/:id/text': () => newText(),
    'PUT /api/v1/documents/:id/faq': () => newText('/faq'),
    'POST /api/v1/documents/:id/versions/:number/restore': async () => {
      const { ids: made } = await newText()
      await client.call('PUT', `/api/v1/documents/${made?.document}/text`, {
        name: 'Laces',
        text: `Other laces ${Math.random()}.`,
      })
      await ready(made!.document!)
      return { ids: made!, others: { number: '1' } }
    },
    'PATCH /api/v1/organizations/:organizationId/gaps': async () => {
      const { id } = await client.ask(ids.integration!, 'Who wrote the opera about the lighthouse?')
      const gaps = async () =>
        (await client.call('GET', `/api/v1/organizations/${ids.organization}/gaps`)).body
      await expect.poll(async () => JSON.stringify(await gaps())).toContain(id)
      return { ids: { message: id } }
    },
    'POST /api/v1/documents/:id/cancel': async () => {
      const needs = await newText()
      await db().update(documents).set({ status: 'reading' }).where(eq(documents.id, needs.ids!.document!))
      return needs
    },
    'POST /api/v1/documents/:id/retry': async () => {
      const needs = await newText()
      await db().update(documents).set({ status: 'failed' }).where(eq(documents.id, needs.ids!.document!))
      return needs
    },
    'POST /api/v1/knowledge-bases/:id/sources': async () => ({
      body: { url: `http://site.test:${site.port}/pages/99` },
    }),
    'POST /api/v1/knowledge-bases/:id/sources/preview': async () => ({
      body: { url: `http://site.test:${site.port}/pages/98` },
    }),
    'POST /api/v1/knowledge-bases/:id/sources/choices': async () => ({
      body: { connector: 'confluence', settings: { url: confluence.url, token: TOKEN } },
    }),
    'POST /api/v1/knowledge-bases/:id/sources/sign-ins': async () => ({ body: googleDrive() }),
    'GET /api/v1/sources/sign-ins/:id': async () => {
      const { id } = await post(`${base()}/sources/sign-ins`, googleDrive())
      return { others: { id } }
    },
    'PATCH /api/v1/sources/:id': () => newSource(),
    'DELETE /api/v1/sources/:id': () => newSource(),
    'POST /api/v1/sources/:id/read': () => newSource(),
    'POST /api/v1/sources/:id/missing-pages': async () => {
      const made = await newSource()
      await db().update(sourcePages).set({ missing: 'held' }).where(eq(sourcePages.sourceId, made.ids.source))
      return made
    },
    'POST /api/v1/sources/:id/cancel': () => newSource('reading'),
    'POST /api/v1/indexes/:id/cancel': () => newIndex('queued'),
    'POST /api/v1/indexes/:id/publish': () => newIndex('ready'),
    'POST /api/v1/indexes/:id/discard': () => newIndex('ready'),
    'PATCH /api/v1/golden-questions/:id': newGolden,
    'DELETE /api/v1/golden-questions/:id': newGolden,
    'POST /api/v1/messages/:id/golden-question': async () => {
      const { answer } = await client.send(ids.integration!, 'When do refunds come?')
      await client.answered(answer.id)
      return { ids: { message: answer.id } }
    },
    'DELETE /api/v1/integrations/:id': async () => ({
      ids: { integration: (await client.integration(ids.organization!, [], 'Old')).id },
    }),
    'POST /api/v1/integrations/:id/versions/:version/restore': async () => ({ others: { version: '1' } }),
    'POST /api/v1/messages/:id/retry': answered,
    'PUT /api/v1/messages/:id/feedback': answered,
    'DELETE /api/v1/messages/:id/feedback': answered,
    'DELETE /api/v1/conversations/:id': answered,
    'PATCH /api/v1/subscription/renewal': renewing,
    'POST /api/v1/subscription/card': renewing,
    'POST /api/v1/subscription/undo': async () => {
      await paid()
      await post('/subscription/change', { plan_id: 'free' })
      return {}
    },
    'GET /api/v1/payments/:id/invoice': async () => {
      const [payment] = (await client.call('GET', '/api/v1/payments')).body
      return payment ? { ids: { payment: payment.id } } : paid()
    },
    'GET /api/v1/payments/:reference': () =>
      another(async (person) => {
        await server.found(person)
        const { call } = createClient(server.url, person)
        await call('POST', '/api/v1/users/billing-details', exampleOf('POST /api/v1/users/billing-details'))
        const { body } = await call('POST', '/api/v1/subscription/change', { plan_id: 'starter' })
        const token = new URL(body.payment_url, 'http://x').searchParams.get('token') ?? ''
        const answer = await server.inject({
          method: 'POST',
          url: '/checkout',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ token, decision: 'pay' }).toString(),
        })
        return {
          others: {
            reference: new URL(String(answer.headers.location), 'http://x').searchParams.get('order') ?? '',
          },
        }
      }),
    'GET /v1/models/:model': async () => ({ others: { model: ids.integration! } }),
    'POST /api/v1/notifications/mark-read': notified,
    'DELETE /api/v1/notifications/:id': notified,
    'PUT /api/v1/share/:id/identity': proving,
    'GET /api/v1/share/:id/conversations': visitor,
    'GET /api/v1/share/:id/conversations/:part': () => visitorAsked('conversation'),
    'DELETE /api/v1/share/:id/conversations/:part': () => visitorAsked('conversation'),
    'POST /api/v1/share/:id/messages': visitor,
    'GET /api/v1/organizations/:organizationId/inbox': async () => {
      await inInbox()
      return {}
    },
    'GET /api/v1/conversations/:id/handover': inInbox,
    'PATCH /api/v1/conversations/:id/handover': inInbox,
    'POST /api/v1/conversations/:id/handover/entries': inInbox,
    'POST /api/v1/conversations/:id/handover/draft': inInbox,
    'POST /api/v1/conversations/:id/handover/presence': inInbox,
    'GET /api/v1/conversations/:id/person': () => ownQuestion('asked'),
    'POST /api/v1/conversations/:id/person': () => ownQuestion('offered'),
    'POST /api/v1/conversations/:id/person/messages': () => ownQuestion('taken'),
    'POST /api/v1/conversations/:id/person/close': () => ownQuestion('asked'),
    'PUT /api/v1/conversations/:id/person/rating': () => ownQuestion('closed'),
    'PUT /api/v1/conversations/:id/person/helped': () => ownQuestion('offered'),
    'POST /api/v1/share/:id/conversations/:part/handover/close': () => handedOver('asked'),
    'GET /api/v1/share/:id/conversations/:part/handover': () => handedOver('asked'),
    'POST /api/v1/share/:id/conversations/:part/handover': () => handedOver('offered'),
    'POST /api/v1/share/:id/conversations/:part/handover/messages': () => handedOver('taken'),
    'PUT /api/v1/share/:id/conversations/:part/handover/rating': () => handedOver('resolved'),
    'PUT /api/v1/share/:id/conversations/:part/helped': () => visitorAsked('conversation'),
    'GET /api/v1/share/:id/messages/:part': () => visitorAsked('answer'),
    'POST /api/v1/share/:id/messages/:part/stop': () => visitorAsked('answer'),
    'PUT /api/v1/share/:id/messages/:part/feedback': () => visitorAsked('answer'),
    'DELETE /api/v1/share/:id/messages/:part/feedback': () => visitorAsked('answer'),
    'POST /api/v1/share/:id/messages/:part/retry': () => visitorAsked('answer'),
  }

  it('describes every operation of the router, and no other', () => {
    const hidden = (schema: unknown) => (schema as { hide?: boolean } | undefined)?.hide === true
    const routes = definitions.filter(({ url, schema }) => !url.startsWith('/api/ws/') && !hidden(schema))
    expect([...new Set(routes.map(({ name }) => name))].sort()).toEqual(Object.keys(OPERATIONS).sort())
    const open = routes.filter(({ url, config }) => !isApi(url) || config?.public).map(({ name }) => name)
    const told = Object.keys(OPERATIONS).filter((name) => isOpen(OPERATIONS[name]!.rules))
    expect([...new Set(open)].sort()).toEqual(told.sort())
  })

  it('leaves no route that changes something without an entry of the audit log, or a reason', () => {
    const names = definitions.map(({ name }) => name)
    const audited = new Set(names.filter(isAudited))
    expect([...audited].filter((name) => !(name in OPERATIONS))).toEqual([])
  })

  it.each(Object.keys(OPERATIONS))('sends the example of %s', async (name) => {
    const [method = '', url = ''] = name.split(' ')
    const { body: example, query = {}, file } = OPERATIONS[name]!.rules.example ?? {}
    const needs = (await NEEDS[name]?.()) ?? {}
    await server.context.background.settle()
    const begun = new Date()
    const real = { ...ids, ...needs.ids }
    const schema = definitions.find((route) => route.name === name)?.schema as
      | { body?: unknown; consumes?: string[]; response?: Record<string, z.ZodMiniType> }
      | undefined
    expect(schema?.body === undefined || example !== undefined, 'a body needs an example').toBe(true)
    const given = withRealIds(example ?? null, real)
    const sent = needs.body && !Array.isArray(given) ? { ...(given as object), ...needs.body } : given
    const headers: Record<string, string> = needs.headers ?? { ...ann.headers }
    const form = new FormData()
    if (file) {
      const bytes = Buffer.from(needs.file ?? file.base64, 'base64')
      form.append(file.field, new Blob([bytes], { type: file.type }), file.name)
    }
    const encoded = schema?.consumes?.[0] === 'application/x-www-form-urlencoded'
    const answer = await fetch(
      `${server.url}${addressOf(url, real, needs.others ?? {})}?${new URLSearchParams(query)}`,
      {
        method,
        headers: {
          ...headers,
          ...(example !== undefined && !encoded && { 'content-type': 'application/json' }),
        },
        ...(file && { body: form }),
        ...(example !== undefined && {
          body: encoded ? new URLSearchParams(sent as Record<string, string>) : JSON.stringify(sent),
        }),
      },
    )
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const body = isJson ? presentable(JSON.parse(text), real) : undefined
    expect([answer.status < 300, answer.status, isJson ? body : '']).toEqual([
      true,
      answer.status,
      isJson ? body : '',
    ])
    await server.context.background.settle()
    const written = await db().$count(auditEntries, gte(auditEntries.at, begun))
    expect(written > 0 || !isAudited(name), 'writes an entry of the audit log').toBe(true)
    answers[name] = { status: answer.status, ...(isJson && { body }) }
    if (RECORD_EXAMPLES) return
    const shown = ANSWERS[name]
    expect(shown?.status, 'RECORD_EXAMPLES=1 records what is shown').toBe(answer.status)
    const contract = schema?.response?.[answer.status]
    // An answer without a contract is the same on every server.
    expect(shown?.body).toEqual(contract ? z.parse(contract, shown?.body) : body)
  })

  it('has written no password, token, secret, question or text of a document into the audit log', async () => {
    const log = JSON.stringify(await db().select().from(auditEntries))
    expect(log.length).toBeGreaterThan(10_000)
    for (const secret of [
      PASSWORD,
      'Unworn shoes',
      QUESTION,
      'Ask about shoes',
      /lk_[\w-]{7}/,
      /scim_[\w-]{7}/,
      /eyJ[\w-]+\./,
      /[A-Z2-7]{32}/,
      /\$argon2/,
    ])
      expect(log).not.toMatch(secret)
  })
})
