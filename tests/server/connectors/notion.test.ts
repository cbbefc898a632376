import { describe, expect, it } from 'vitest'
import { notion } from '../../../server/knowledge/connectors/notion/notion.ts'
import { CLIENT, startNotion } from '../../harness/notion.ts'
import { closedAfterwards } from '../../harness/serve.ts'
import { controlsOf, TOKEN } from '../../harness/service.ts'
import { describeConnector, describeFolder } from './kit.ts'
import { createNamed, serviceHttp, signedInTo, type TestService } from './test-service.ts'

const startService = async (way: 'token' | 'signed in'): Promise<TestService> => {
  const service = await startNotion()
  const named = createNamed()
  return {
    ...controlsOf(service),
    connector: 'notion',
    ...(way === 'signed in'
      ? { settings: { url: service.url, ...CLIENT }, ...signedInTo(service) }
      : { settings: { url: service.url, token: TOKEN }, secret: 'token' }),
    choices: service.choices,
    write: (name, text, choice) => service.write(named.numberOf(name), named.titleOf(name), text, choice),
    remove: (name) => service.remove(named.numberOf(name)),
    titleOf: named.titleOf,
    addressOf: (name) => service.addressOf(named.numberOf(name)),
    rename(name, title) {
      named.titles.set(name, title)
      service.write(named.numberOf(name), title, `This is the text of ${name}.`)
    },
    move: (name, choice) => service.move(named.numberOf(name), choice),
    clear() {
      service.clear()
      named.clear()
    },
  }
}

describeConnector('Notion', () => startService('token'))
describeConnector('[42.1] Notion, signed in', () => startService('signed in'))
describeFolder('notion')

describe('a page of Notion', async () => {
  const service = closedAfterwards(await startNotion())

  const open = () => notion.connect({ url: `http://127.0.0.1:${service.port}`, token: TOKEN }, serviceHttp())
  const itemsOf = async (choices: string[]) => {
    const items = []
    for await (const item of open().items(choices)) items.push(item)
    return items
  }

  it('[42.1] is read as Notion writes it in Markdown, the parts of a long one too', async () => {
    const inner = service.writePart('The last part.')
    const parts = [service.writePart(`The second part.\n\n${inner}`), service.writePart(null)]
    service.write(1, 'Returns', ['## How to', 'Write to us.<empty-block/>', ...parts].join('\n\n'))
    const [item] = await itemsOf([service.choices[0]!.id])
    const content = await open().read(item!)
    expect(content).toEqual({
      markdown: ['## How to', 'Write to us.', 'The second part.', 'The last part.'].join('\n\n'),
    })
  })

  it('belongs to the page in whose block it lies', async () => {
    service.write(1, 'Returns', '')
    const column = service.writeBlock(1, service.writeBlock(1))
    service.writeBelow(2, 'Inner', 'Text.', column)
    const titles = (await itemsOf([service.choices[0]!.id])).map(({ title }) => title)
    expect(titles).toEqual(['Returns', 'Inner'])
    expect(await itemsOf([service.choices[1]!.id])).toEqual([])
  })

  it('has a title that is never cut within an emoji', async () => {
    service.write(3, `${'a'.repeat(199)}😀 and more`, '', 2)
    expect(await itemsOf([service.choices[2]!.id])).toMatchObject([{ title: 'a'.repeat(199) }])
  })
})
