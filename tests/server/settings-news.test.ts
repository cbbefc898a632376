import { expect, it } from 'vitest'
import { createClient } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'
import { openFor } from '../harness/socket.ts'

it('open pages of an organization hear of changed settings and golden questions, and not of reads and previews', async () => {
  const server = await serve()
  const ann = await server.register()
  const { id } = await server.found(ann)
  const client = createClient(server.url, ann)
  const base = (await client.knowledgeBase(id)).id
  const ear = openFor(server, ann, `/api/ws/organizations/${id}`)
  await ear.next('hello')
  const heard = () => ear.frames.slice(1).map(({ type, data }) => [type, data])
  const ofBase = () => heard().filter(([type]) => type === 'knowledge_base_update')
  await client.upload(base, [{ name: 'a.txt', content: 'The warranty lasts two years.' }])
  const [document] = await client.settled(base)
  // It was added, and is ready: that is told after it is stored.
  await expect.poll(ofBase).toHaveLength(2)
  const at = `/api/v1/organizations/${id}`
  const rules = { default_days: null, rules: [] }

  expect((await client.call('GET', `${at}/single-sign-on`)).status).toBe(200)
  expect((await client.call('POST', `${at}/email-domains`, { domain: 'no domain' })).status).toBe(422)
  expect((await client.call('POST', `${at}/retention/preview`, rules)).status).toBe(200)
  expect((await client.call('POST', `${at}/email-domains`, { domain: 'acme.example' })).status).toBe(201)
  const settings = ['organization_update', { id }]
  await expect.poll(heard).toContainEqual(settings)
  expect(heard().filter(([type]) => type === 'organization_update')).toHaveLength(1)

  const before = ofBase().length
  const expected = [{ document_id: document!.id, quote: 'two years' }]
  const golden = { question: 'How long is the warranty?', expected }
  const added = await client.call('POST', `/api/v1/knowledge-bases/${base}/golden-questions`, golden)
  await expect.poll(ofBase).toHaveLength(before + 1)
  await client.call('PATCH', `/api/v1/golden-questions/${added.body.id}`, { question: 'And how long?' })
  await expect.poll(ofBase).toHaveLength(before + 2)
  await client.call('DELETE', `/api/v1/golden-questions/${added.body.id}`)
  await expect.poll(ofBase).toHaveLength(before + 3)
  ear.socket.close()
})
