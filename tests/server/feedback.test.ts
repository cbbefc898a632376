import { describe, expect, it } from 'vitest'
import { FeedbackList } from '../../src/services/contract/installation.ts'
import { createClient } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'

describe('[S1.3] feedback', async () => {
  const server = await serve({ administrators: ['grace@example.test'] })
  const person = await server.register('ada@example.test')
  const writer = createClient(server.url, person)
  const administrator = createClient(server.url, await server.register('Grace@example.test'))
  const organizationId = (await server.found(person, 'Northwind')).id

  it('is kept with its page and organization, and read newest first', async () => {
    const first = { message: ' Lovely. ', page: '/chat', organization_id: organizationId }
    expect((await writer.call('POST', '/api/v1/feedback', first)).status).toBe(201)
    expect((await writer.call('POST', '/api/v1/feedback', { message: 'Less so.' })).status).toBe(201)
    const list = FeedbackList.parse((await administrator.call('GET', '/api/v1/feedback')).body)
    expect(list).toMatchObject([
      { message: 'Less so.', page: '', author_email: 'ada@example.test', organization_name: null },
      { message: 'Lovely.', page: '/chat', organization_name: 'Northwind' },
    ])
  })

  it('is read by administrators of the installation alone, and they are told who they are', async () => {
    expect((await writer.call('GET', '/api/v1/feedback')).status).toBe(403)
    expect((await writer.call('GET', '/api/v1/system')).body.is_administrator).toBe(false)
    expect((await administrator.call('GET', '/api/v1/system')).body.is_administrator).toBe(true)
  })

  it('says something, and names no organization of others', async () => {
    const empty = await writer.call('POST', '/api/v1/feedback', { message: '  ' })
    expect([empty.status, Object.keys(empty.body.fields)]).toEqual([422, ['message']])
    const foreign = { message: 'Hm.', organization_id: organizationId }
    expect((await administrator.call('POST', '/api/v1/feedback', foreign)).status).toBe(404)
  })
})
