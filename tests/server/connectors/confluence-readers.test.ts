import { beforeEach, describe, expect, it } from 'vitest'
import { confluence } from '../../../server/knowledge/connectors/confluence/confluence.ts'
import type { Item } from '../../../server/knowledge/connectors/connector.types.ts'
import { EMAIL, startConfluence } from '../../harness/confluence.ts'
import { closedAfterwards } from '../../harness/serve.ts'
import { TOKEN } from '../../harness/service.ts'
import { serviceHttp } from './test-service.ts'

const [BEN, CLEO, DAN] = ['ben@example.test', 'cleo@example.test', 'dan@example.test'] as const
const GUEST = 'guest@example.test'
const SPACE = [EMAIL, BEN, CLEO, GUEST].sort()

describe('[42.1] who may read a page of Confluence Cloud', async () => {
  const service = closedAfterwards(await startConfluence('cloud'))
  beforeEach(() => {
    service.clear()
    service.folders.clear()
    service.hidden.clear()
    service.groups.clear()
    service.groups.set('everyone', new Set([EMAIL, BEN, CLEO]))
    for (const id of ['1', '2', '3']) service.write(id, `Page ${id}`, '<p>A text.</p>')
    service.place('2', '1')
    service.place('3', '2')
  })

  const readers = async () => {
    const settings = { url: `http://127.0.0.1:${service.port}`, email: EMAIL, token: TOKEN }
    const connection = confluence.connect(settings, serviceHttp())
    const items: Item[] = []
    for await (const item of connection.items(['101'])) items.push(item)
    const found = new Map<string, readonly string[]>()
    for (const item of items) {
      const who = await connection.readers!(item)
      if (who !== 'anyone') found.set(item.key, [...who.people].sort())
    }
    return found
  }

  it('is whoever may read its space: people, and the members of groups, page by page', async () => {
    const found = await readers()
    for (const id of ['1', '2', '3']) expect(found.get(id)).toEqual(SPACE)
  })

  it('is nobody whom a restriction above it leaves out, nor whom one lets who may not read the space', async () => {
    service.restrict('1', { people: [BEN], groups: ['sales'] })
    service.groups.set('sales', new Set([CLEO, DAN, 'x@example.test', 'y@example.test']))
    service.restrict('3', { people: [CLEO, EMAIL], groups: [] })
    const found = await readers()
    expect(found.get('1')).toEqual([BEN, CLEO])
    expect(found.get('2')).toEqual([BEN, CLEO])
    expect(found.get('3')).toEqual([CLEO])
  })

  it('is told also where a folder lies between', async () => {
    service.folders.set('9', { people: [BEN], groups: [] })
    service.place('3', '9')
    const found = await readers()
    expect(found.get('3')).toEqual([BEN])
    expect(found.get('2')).toEqual(SPACE)
  })

  it('is nobody whose profile shows no address', async () => {
    service.hidden.add(BEN)
    service.restrict('1', { people: [BEN, CLEO], groups: [] })
    expect((await readers()).get('1')).toEqual(['', CLEO])
  })
})

it('[42.1] Confluence Data Center says that it does not tell who may read a page', () => {
  const settings = { url: 'https://wiki.example.com', email: '', token: TOKEN }
  expect(confluence.connect(settings, serviceHttp()).readers).toBeNull()
})
