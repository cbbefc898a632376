import { beforeEach, describe, expect, it } from 'vitest'
import {
  channels,
  handoverSettings,
  identityProviders,
  modelProviders,
  publicPages,
  twoFactors,
  webhookEndpoints,
} from '../../server/kernel/db/schema/index.ts'
import { NO_HANDOVER } from '../../server/visitors/handover/handover-settings.repository.ts'
import { Privacy } from '../../src/services/contract/privacy.ts'
import { type Client, createClient } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'
import type { Person } from '../harness/server.ts'

const SECRET = 'sk-5up3r-s3cr3t'

describe('security and privacy of an organization', async () => {
  const server = await serve({
    appFolder: '/nowhere',
    publicUrl: 'https://answers.northwind.example',
    llm: { protocol: 'openai', baseUrl: 'https://models.example/v1', apiKey: SECRET, model: 'large' },
    smtpUrl: `smtp://lectern:${SECRET}@mail.example:587`,
    tracesUrl: 'http://127.0.0.1:4318/v1/traces',
  })
  let person: Person
  let ann: Client
  let organizationId: string

  beforeEach(async () => {
    // The mail server is none: nobody waits for its mail.
    person = await server.registerUnverified()
    ann = createClient(server.url, person)
    organizationId = (await server.found(person)).id
  })

  const at = () => `/api/v1/organizations/${organizationId}/privacy`
  const read = async () => Privacy.parse((await ann.call('GET', at())).body)

  it('names what the operator has set up, by host alone', async () => {
    const answer = await ann.call('GET', at())
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toContain(SECRET)
    expect(Privacy.parse(answer.body)).toMatchObject({
      is_encrypted_in_transit: true,
      // The plan of a trial.
      audit_days: 365,
      recipients: [
        { kind: 'language_model', name: 'large', host: 'models.example', chosen_by: 'operator' },
        { kind: 'embeddings', host: null, chosen_by: 'operator' },
        { kind: 'mail', name: '', host: 'mail.example:587', chosen_by: 'operator' },
        { kind: 'traces', host: null, chosen_by: 'operator' },
      ],
      access: { members: 1, two_factor: 0, single_sign_on: 'off', api_keys: 0, public_assistants: 0 },
    })
  })

  it('names channels as recipients, and counts assistants that answer there or on an open page', async () => {
    const { db } = server.context
    const [slack, paused, mailbox, expired, several] = await Promise.all(
      Array.from({ length: 5 }, async () => (await ann.integration(organizationId, [])).id),
    )
    const connected = (integrationId: string, account: string) => ({
      organizationId,
      integrationId,
      account: `${account} ${organizationId}`,
      name: account,
      secrets: SECRET,
    })
    await db.insert(channels).values([
      { ...connected(slack!, 'harbour'), kind: 'slack', url: 'https://slack.com', settings: {} },
      {
        ...connected(mailbox!, 'mail@harbour.example'),
        kind: 'mail',
        url: 'imaps://imap.harbour.example:993',
        settings: { smtp: 'smtp://smtp.harbour.example:587' },
        enabled: false,
      },
      { ...connected(several!, 'pier'), kind: 'slack', url: 'https://slack.com', settings: {} },
    ])
    await db.insert(publicPages).values([
      { integrationId: paused!, state: 'paused' },
      { integrationId: expired!, state: 'on', expiresAt: new Date(Date.now() - 1000) },
      { integrationId: several!, state: 'on', expiresAt: new Date(Date.now() + 60_000) },
    ])
    const { recipients, access } = await read()
    const channel = { kind: 'channel', chosen_by: 'organization' }
    expect(recipients.filter(({ kind }) => kind === 'channel')).toEqual([
      { ...channel, name: 'harbour', host: 'slack.com' },
      { ...channel, name: 'mail@harbour.example', host: 'smtp.harbour.example:587' },
      { ...channel, name: 'pier', host: 'slack.com' },
    ])
    expect(access.public_assistants).toBe(2)
  })

  it('names what the organization has set up, and not what it has turned off', async () => {
    const { db } = server.context
    const hook = { organizationId, events: [], secret: SECRET }
    await db.insert(modelProviders).values({
      organizationId,
      name: 'Our models',
      protocol: 'ollama',
      baseUrl: `https://gpu.northwind.example/${SECRET}`,
      models: [],
      currency: 'eur',
    })
    await db.insert(webhookEndpoints).values([
      { ...hook, url: `https://hooks.example/${SECRET}` },
      { ...hook, url: 'https://off.example/', enabled: false },
    ])
    await db.insert(identityProviders).values({
      organizationId,
      issuer: 'https://login.northwind.example/realm',
      clientId: 'lectern',
      clientSecret: SECRET,
      defaultRole: 'viewer',
      enforced: true,
    })
    await db.insert(twoFactors).values({ userId: person.user.id, secret: SECRET, confirmedAt: new Date() })
    const [open, closed] = [
      await ann.integration(organizationId, []),
      await ann.integration(organizationId, []),
    ]
    await db.insert(handoverSettings).values({
      integrationId: open.id,
      settings: { ...NO_HANDOVER, zendesk_url: `https://northwind.zendesk.example/${SECRET}` },
      language: 'en',
      zendeskToken: SECRET,
    })
    await db.insert(publicPages).values([
      { integrationId: open.id, state: 'on' },
      { integrationId: closed.id, state: 'off' },
    ])
    const privacy = await read()
    expect(JSON.stringify(privacy)).not.toContain(SECRET)
    expect(privacy.recipients.filter(({ chosen_by }) => chosen_by === 'organization')).toEqual([
      {
        kind: 'language_model',
        name: 'Our models',
        host: 'gpu.northwind.example',
        chosen_by: 'organization',
      },
      { kind: 'sign_in', name: '', host: 'login.northwind.example', chosen_by: 'organization' },
      { kind: 'webhook', name: '', host: 'hooks.example', chosen_by: 'organization' },
      {
        kind: 'tickets',
        name: 'Zendesk',
        host: 'northwind.zendesk.example',
        chosen_by: 'organization',
      },
    ])
    expect(privacy.access).toEqual({
      members: 1,
      two_factor: 1,
      single_sign_on: 'required',
      api_keys: 0,
      public_assistants: 1,
    })
  })
})
