import { describe, expect, it } from 'vitest'
import { isNewDevice } from '../../server/accounts/sign-ins.ts'
import { deviceSaid } from '../../server/kernel/http/device.ts'
import { written } from '../../server/kernel/texts/say.ts'
import type { Notification } from '../../src/services/contract/notifications.ts'
import { heldEmbedder } from '../harness/embedder.ts'
import { createClient, type Upload, until } from '../harness/knowledge.ts'
import { serveOrganization } from '../harness/serve.ts'
import { PASSWORD } from '../harness/server.ts'

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const EDGE = `${CHROME} Edg/130.0`
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1'

describe('notifications of events', async () => {
  const { embedder, hold, release } = heldEmbedder()
  const { server, ann, organizationId } = await serveOrganization({ embedder })
  const baseId = (await ann.knowledgeBase(organizationId, 'Returns')).id

  const told = async (): Promise<Notification[]> => (await ann.call('GET', '/api/v1/notifications')).body
  const heard = (count: number) => until(told, (all) => all.length >= count)
  const text = (name: string) => ({
    name,
    content: `About ${name}: boots are repaired for as long as we live.`,
  })
  /** The first is not ready before the last has arrived. */
  const addTogether = (files: Upload[]) => {
    hold()
    return ann.upload(baseId, files).finally(release)
  }

  it('once for all documents that were added together, to whoever added them', async () => {
    const colleague = await server.register()
    await server.database.pool.query('insert into memberships values ($1, $2, $3)', [
      organizationId,
      colleague.user.id,
      'member',
    ])
    await addTogether(['a.txt', 'b.txt', 'c.txt', 'd.txt'].map(text))
    await ann.settled(baseId)
    const [news] = await heard(1)
    expect(news).toMatchObject({
      type: 'document_ingest_success',
      title: '4 documents are ready',
      message: 'Assistants that use Returns can quote them now.',
      link: `/knowledge-bases/${baseId}`,
      organization_id: organizationId,
    })
    await ann.upload(baseId, [text('e.txt')])
    expect((await heard(2)).map(({ title }) => title)).toEqual(['“e.txt” is ready', '4 documents are ready'])
    expect((await createClient(server.url, colleague).call('GET', '/api/v1/notifications')).body).toEqual([])
  })

  it('with what failed and why, again after another try, and once in all', async () => {
    const broken = { name: 'broken.pdf', content: '%PDF-1.7\nnothing of the kind\n%%EOF' }
    // What is broken is settled without the embedder: the other one comes before it.
    await addTogether([text('f.txt'), broken])
    await ann.settled(baseId)
    const [news] = await heard(3)
    expect(news).toMatchObject({
      type: 'document_ingest_failure',
      title: '1 of 2 documents could not be read',
    })
    expect(news?.message).toMatch(/^“broken.pdf”: ./)
    const failed = (await ann.documents(baseId)).find(({ status }) => status === 'failed')
    await ann.call('POST', `/api/v1/documents/${failed?.id}/retry`)
    expect((await heard(4))[0]?.title).toBe('“broken.pdf” could not be read')
    await ann.call('DELETE', `/api/v1/documents/${failed?.id}`)
    expect(await told()).toHaveLength(4)
  })

  it('when somebody signs in with a browser that was never seen before', async () => {
    const eve = await server.register()
    const signIn = (userAgent: string) =>
      server.inject({
        method: 'POST',
        url: '/api/v1/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent },
        payload: new URLSearchParams({ username: eve.user.email, password: PASSWORD }).toString(),
      })
    for (const userAgent of [FIREFOX, FIREFOX, FIREFOX.replaceAll('132', '133')]) await signIn(userAgent)
    const list = await createClient(server.url, eve).call('GET', '/api/v1/notifications')
    expect(list.body).toHaveLength(1)
    expect(list.body[0]).toMatchObject({
      type: 'security_new_signin',
      title: 'New log-in',
      message: 'Firefox 132 on Windows, from 127.0.0.1. If this was not you, change your password.',
      link: '/security',
    })
  })
})

describe('a device', () => {
  it.each([
    [CHROME, 'Chrome 130 on Linux'],
    [EDGE, 'Microsoft Edge 130 on Linux'],
    [FIREFOX, 'Firefox 132 on Windows'],
    [SAFARI, 'Safari 18 on Apple iPhone'],
    ['', 'An unknown device'],
  ])('%s is called %s', (userAgent, name) => {
    expect(written(deviceSaid(userAgent))).toBe(name)
  })

  it('is new when another was there before it, and the first is not', () => {
    expect(isNewDevice([], CHROME)).toBe(false)
    expect(isNewDevice([CHROME, FIREFOX], CHROME.replace('130', '131'))).toBe(false)
    expect(isNewDevice([CHROME], EDGE)).toBe(true)
  })
})
