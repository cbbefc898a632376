import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  Integration,
  IntegrationGeneral,
  IntegrationList,
  IntegrationVersionList,
} from '../../src/services/contract/integrations.ts'
import { createClient } from '../harness/knowledge.ts'
import { serveOrganization } from '../harness/serve.ts'
import { openFor } from '../harness/socket.ts'

describe('integrations', async () => {
  const { server, person, ann, organizationId } = await serveOrganization()
  const create = (payload: unknown) =>
    ann.call('POST', `/api/v1/organizations/${organizationId}/integrations`, payload)

  it('[S2.17] tell whoever else looks at them what was changed, and which is gone', async () => {
    const { id } = (await create({ name: 'LiveEvent' })).body
    const ear = openFor(server, person, `/api/ws/organizations/${organizationId}`)
    await ear.next('hello')
    for (const [path, patch] of [
      ['', { welcome_message: 'Hello' }],
      ['/public-page', { daily_limit: 7 }],
    ] as const) {
      await ann.call('PATCH', `/api/v1/integrations/${id}${path}`, patch)
      expect((await ear.next('integration_update')).data).toEqual({ id })
    }
    await ann.call('DELETE', `/api/v1/integrations/${id}`)
    expect((await ear.next('integration_removed')).data).toEqual({ id })
    ear.socket.close()
  })

  it('are created as drafts, listed oldest first, changed and deleted', async () => {
    const { id: baseId } = await ann.knowledgeBase(organizationId)
    const made = await create({ name: 'Desk', knowledge_base_ids: [baseId, baseId] })
    expect(made.status).toBe(201)
    expect(Integration.parse(made.body)).toMatchObject({
      name: 'Desk',
      description: '',
      status: 'draft',
      knowledge_base_ids: [baseId],
      counts: { questions: 0, answered: 0 },
    })
    const { id } = (await create({ name: 'Attic' })).body
    const list = await ann.call('GET', `/api/v1/organizations/${organizationId}/integrations`)
    expect(IntegrationList.parse(list.body).map(({ name }) => name)).toEqual(['Desk', 'Attic'])
    const patch = { welcome_message: 'Hello', knowledge_base_ids: [baseId] }
    const changed = await ann.call('PATCH', `/api/v1/integrations/${id}`, patch)
    expect(changed.body).toMatchObject({ name: 'Attic', ...patch })
    const cleared = await ann.call('PATCH', `/api/v1/integrations/${id}`, { knowledge_base_ids: [] })
    expect(cleared.body.knowledge_base_ids).toEqual([])
    expect((await ann.call('DELETE', `/api/v1/integrations/${id}`)).status).toBe(200)
    expect((await ann.call('GET', `/api/v1/integrations/${id}`)).status).toBe(404)
  })

  it('count their questions only where they are shown: reading all messages takes time', async () => {
    const { id } = (await create({ name: 'Busy' })).body
    const countsMessages = async (path: string) => {
      const query = vi.spyOn(server.database.pool, 'query')
      onTestFinished(() => query.mockRestore())
      await ann.call('GET', path)
      const asked = query.mock.calls.map(([text]) => JSON.stringify(text))
      query.mockRestore()
      expect(asked.filter((text) => text.includes('integrations'))).not.toEqual([])
      return asked.filter((text) => /count.*messages/.test(text)).length
    }
    expect(await countsMessages(`/api/v1/integrations/${id}`)).toBe(1)
    expect(await countsMessages(`/api/v1/integrations/${id}/general`)).toBe(0)
    expect(await countsMessages(`/api/v1/organizations/${organizationId}/assistants`)).toBe(0)
  })

  it('[S7.general] tell their general facts', async () => {
    const { id } = (await create({ name: 'Facts', description: 'What it is' })).body
    const answer = await ann.call('GET', `/api/v1/integrations/${id}/general`)
    expect(IntegrationGeneral.parse(answer.body)).toEqual({
      id,
      organization_id: organizationId,
      name: 'Facts',
      description: 'What it is',
    })
  })

  it('[attack S3] take no knowledge base that is not of their organization', async () => {
    const bob = await server.register()
    const foreign = await createClient(server.url, bob).knowledgeBase((await server.found(bob)).id)
    const { id } = (await create({ name: 'Mine' })).body
    for (const ids of [[foreign.id], [crypto.randomUUID()], ['no uuid']]) {
      const expected = { status: 422, body: { fields: { knowledge_base_ids: expect.any(String) } } }
      expect(await create({ name: 'x', knowledge_base_ids: ids })).toMatchObject(expected)
      expect(
        await ann.call('PATCH', `/api/v1/integrations/${id}`, { knowledge_base_ids: ids }),
      ).toMatchObject(expected)
    }
  })

  it('keep what is edited as a draft, publish it as a version, and find back', async () => {
    const { id: baseId } = await ann.knowledgeBase(organizationId, 'Versions')
    const { id } = (await create({ name: 'Desk', knowledge_base_ids: [baseId] })).body
    const at = `/api/v1/integrations/${id}`
    expect((await ann.call('GET', at)).body).toMatchObject({
      config_version: null,
      draft_changes: ['name', 'knowledge_base_ids'],
    })
    await ann.call('PATCH', at, { welcome_message: 'Hello', starter_questions: ['How?'] })
    const published = (await ann.call('POST', `${at}/publish`)).body
    expect(published).toMatchObject({ status: 'published', config_version: 1, draft_changes: [] })
    const again = await ann.call('POST', `${at}/publish`)
    expect(again).toMatchObject({ status: 409, body: { code: 'nothing_to_publish' } })

    await ann.call('PATCH', at, { name: 'Counter', top_k: 3, knowledge_base_ids: [] })
    expect((await ann.call('GET', at)).body.draft_changes).toEqual(['name', 'knowledge_base_ids', 'top_k'])
    await ann.call('POST', `${at}/publish`)
    const versions = IntegrationVersionList.parse((await ann.call('GET', `${at}/versions`)).body)
    expect(versions.map(({ version, changes }) => ({ version, changes }))).toEqual([
      { version: 2, changes: ['name', 'knowledge_base_ids', 'top_k'] },
      { version: 1, changes: ['name', 'knowledge_base_ids', 'welcome_message', 'starter_questions'] },
    ])
    expect(versions[0]?.published_by).toBe(person.user.email)

    const restored = (await ann.call('POST', `${at}/versions/1/restore`)).body
    expect(restored).toMatchObject({
      name: 'Desk',
      top_k: 8,
      knowledge_base_ids: [baseId],
      config_version: 2,
    })
    expect((await ann.call('POST', `${at}/versions/9/restore`)).status).toBe(404)
  })

  it('restore without a knowledge base that is gone', async () => {
    const { id: baseId } = await ann.knowledgeBase(organizationId, 'Soon gone')
    const { id } = (await create({ name: 'Desk', knowledge_base_ids: [baseId] })).body
    await ann.call('POST', `/api/v1/integrations/${id}/publish`)
    await ann.call('DELETE', `/api/v1/knowledge-bases/${baseId}`)
    const restored = await ann.call('POST', `/api/v1/integrations/${id}/versions/1/restore`)
    expect(restored).toMatchObject({ status: 200, body: { knowledge_base_ids: [] } })
  })

  it('are duplicated as drafts', async () => {
    const { id } = (await create({ name: 'Original' })).body
    await ann.call('PATCH', `/api/v1/integrations/${id}`, { system_prompt: 'Be brief.', color: 'sea' })
    await ann.call('POST', `/api/v1/integrations/${id}/publish`)
    const copy = await ann.call('POST', `/api/v1/integrations/${id}/duplicate`)
    expect(copy.status).toBe(201)
    expect(Integration.parse(copy.body)).toMatchObject({
      name: 'Original (copy)',
      system_prompt: 'Be brief.',
      color: 'sea',
      status: 'draft',
      config_version: null,
    })
  })

  it.each([
    [{ system_prompt: 'x'.repeat(8001) }, 'system_prompt'],
    [{ starter_questions: Array(6).fill('How?') }, 'starter_questions'],
    [{ avatar: 'ABC' }, 'avatar'],
    [{ color: 'beige' }, 'color'],
    [{ top_k: 0 }, 'top_k'],
    [{ score_threshold: 1.1 }, 'score_threshold'],
    [{ language: 'tlh' }, 'language'],
    [{ model: 'unheard/of' }, 'model'],
    [{ temperature: 2.1 }, 'temperature'],
    [{ answer_policy: 'guess' }, 'answer_policy'],
  ])('refuse %o beside its field', async (patch, field) => {
    const { id } = (await create({ name: 'Strict' })).body
    const answer = await ann.call('PATCH', `/api/v1/integrations/${id}`, patch)
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
  })

  it('are published as they were looked at, and not as somebody else has changed them since', async () => {
    const { id, updated_at } = (await create({ name: 'Seen' })).body
    await ann.call('PATCH', `/api/v1/integrations/${id}`, { welcome_message: 'Changed elsewhere' })
    const publish = (seen_at: string) => ann.call('POST', `/api/v1/integrations/${id}/publish`, { seen_at })
    expect(await publish(updated_at)).toMatchObject({ status: 409, body: { code: 'draft_changed' } })
    const now = (await ann.call('GET', `/api/v1/integrations/${id}`)).body
    expect(now).toMatchObject({ config_version: null, welcome_message: 'Changed elsewhere' })
    expect(await publish(now.updated_at)).toMatchObject({ status: 200, body: { config_version: 1 } })
    expect((await publish('yesterday')).body.fields).toHaveProperty('seen_at')
  })

  it('answer with the draft or with what is published, and say which', async () => {
    const baseId = await ann.filled(
      organizationId,
      [{ name: 'a.txt', content: 'Parrots eat nuts in the garden every morning.' }],
      'Birds',
    )
    const { id } = (await create({ name: 'Keeper', knowledge_base_ids: [baseId] })).body
    await ann.call('POST', `/api/v1/integrations/${id}/publish`)
    await ann.call('PATCH', `/api/v1/integrations/${id}`, {
      refusal_message: 'Ask the keeper.',
      knowledge_base_ids: [],
    })
    const ask = async (config: string) => {
      const question = { content: 'What do parrots eat?', config }
      const { body } = await ann.call('POST', `/api/v1/integrations/${id}/messages`, question)
      return ann.answered(body.answer.id)
    }
    expect(await ask('draft')).toMatchObject({ content: 'Ask the keeper.', config_version: null })
    expect(await ask('published')).toMatchObject({
      content: expect.stringContaining('nuts'),
      config_version: 1,
    })
    const latest = async (config: string) => {
      const path = `/api/v1/integrations/${id}/conversations?mine=true&config=${config}`
      const { items } = (await ann.call('GET', path)).body
      const [{ id: conversationId }] = items
      expect(items).toHaveLength(1)
      return (await ann.call('GET', `/api/v1/conversations/${conversationId}`)).body.messages.at(-1)
    }
    expect(await latest('draft')).toMatchObject({ config_version: null })
    expect(await latest('published')).toMatchObject({ config_version: 1 })
  })
})
