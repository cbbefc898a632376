import { describe, expect, it } from 'vitest'
import { KnowledgeBase, KnowledgeBaseList } from '../../src/services/contract/knowledge-bases.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import { serveOrganization } from '../harness/serve.ts'
import { openFor } from '../harness/socket.ts'

describe('knowledge bases', async () => {
  const { server, person, ann, organizationId } = await serveOrganization()
  const list = () => ann.call('GET', `/api/v1/organizations/${organizationId}/knowledge-bases`)
  const create = (payload: unknown) =>
    ann.call('POST', `/api/v1/organizations/${organizationId}/knowledge-bases`, payload)

  it('are created empty, listed by name, changed and deleted', async () => {
    const made = await create({ name: ' Zoo ', description: 'Animals' })
    expect(made.status).toBe(201)
    expect(KnowledgeBase.parse(made.body)).toMatchObject({
      organization_id: organizationId,
      name: 'Zoo',
      description: 'Animals',
      status: 'empty',
      counts: { documents: 0, ready: 0, failed: 0, passages: 0, bytes: 0, words: 0 },
      integration_ids: [],
      last_indexed_at: null,
    })
    const { id } = (await create({ name: 'apes' })).body
    expect(KnowledgeBaseList.parse((await list()).body).map(({ name }) => name)).toEqual(['apes', 'Zoo'])
    const changed = await ann.call('PATCH', `/api/v1/knowledge-bases/${id}`, { description: 'New' })
    expect(changed.body).toMatchObject({ name: 'apes', description: 'New' })
    const socket = openFor(server, person, `/api/ws/organizations/${organizationId}/knowledge-bases/${id}`)
    await socket.next('hello')
    expect(await ann.call('DELETE', `/api/v1/knowledge-bases/${id}`)).toMatchObject({ status: 200 })
    expect(await socket.closed).toBe(CLOSE.gone)
    expect((await ann.call('GET', `/api/v1/knowledge-bases/${id}`)).status).toBe(404)
  })

  it('are listed as people sort them: numbers by their value, letters with marks beside those without', async () => {
    const { ann: owner, organizationId: id } = await serveOrganization()
    const path = `/api/v1/organizations/${id}/knowledge-bases`
    const sorted = ['Handbook 2', 'Handbook 10', 'handbook 0012', 'Order 20261130000001', 'Übersee', 'Zoo']
    for (const name of sorted.toReversed()) await owner.call('POST', path, { name })
    const { body } = await owner.call('GET', path)
    expect(KnowledgeBaseList.parse(body).map(({ name }) => name)).toEqual(sorted)
  })

  it('have names of their own in an organization', async () => {
    await create({ name: 'Taken' })
    const { id } = (await create({ name: 'Free' })).body
    for (const answer of [
      await create({ name: 'tAKEN' }),
      await ann.call('PATCH', `/api/v1/knowledge-bases/${id}`, { name: 'taken' }),
    ])
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'name_taken', fields: { name: expect.any(String) } },
      })
    const other = await server.found(person, 'Other')
    expect((await ann.knowledgeBase(other.id, 'Taken')).name).toBe('Taken')
  })

  it('know which assistants use them', async () => {
    const { id } = await ann.knowledgeBase(organizationId, 'Used')
    const integration = await ann.integration(organizationId, [id])
    expect((await ann.call('GET', `/api/v1/knowledge-bases/${id}`)).body.integration_ids).toEqual([
      integration.id,
    ])
  })

  it.each([
    ['a blank name', { name: ' ' }],
    ['no name', {}],
    ['a long name', { name: 'x'.repeat(81) }],
    ['a null character', { name: 'a\0b' }],
  ])('refuse %s', async (_what, payload) => {
    expect(await create(payload)).toMatchObject({
      status: 422,
      body: { fields: { name: expect.any(String) } },
    })
  })
})
