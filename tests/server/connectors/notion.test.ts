import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notion } from '../../../server/knowledge/connectors/notion/notion.ts'
import { createServiceHttp } from '../../../server/knowledge/connectors/service-http.ts'
import { createHostTurns } from '../../../server/knowledge/crawling/host-turns.ts'
import { type NotionBlock, startNotion } from '../../harness/notion.ts'
import { controlsOf, TOKEN } from '../../harness/service.ts'
import { describeConnector, describeFolder } from './kit.ts'
import type { TestService } from './test-service.ts'

const startService = async (): Promise<TestService> => {
  const service = await startNotion()
  const numbers = new Map<string, number>()
  const titles = new Map<string, string>()
  const numberOf = (name: string) => {
    const number = numbers.get(name) ?? numbers.size + 1
    numbers.set(name, number)
    return number
  }
  const titleOf = (name: string) => titles.get(name) ?? name
  return {
    ...controlsOf(service),
    connector: 'notion',
    settings: { url: service.url, token: TOKEN },
    secret: 'token',
    choices: service.choices,
    write: (name, text, choice) => service.write(numberOf(name), titleOf(name), text, choice),
    remove: (name) => service.remove(numberOf(name)),
    titleOf,
    addressOf: (name) => service.addressOf(numberOf(name)),
    rename(name, title) {
      titles.set(name, title)
      service.write(numberOf(name), title, `This is the text of ${name}.`)
    },
    move: (name, choice) => service.move(numberOf(name), choice),
    clear() {
      service.clear()
      numbers.clear()
      titles.clear()
    },
  }
}

describeConnector('Notion', startService)
describeFolder('notion')

const text = (plain_text: string, href: string | null = null) => [{ plain_text, href }]
const block = (type: string, content: object, children: NotionBlock[] = []): NotionBlock => ({
  type,
  [type]: content,
  children,
})

describe('a page of Notion', () => {
  let service: Awaited<ReturnType<typeof startNotion>>
  beforeAll(async () => {
    service = await startNotion()
  })
  afterAll(() => service.close())

  const open = () => {
    const { signal } = new AbortController()
    const http = createServiceHttp({ fetch, turns: createHostTurns(), signal })
    return notion.connect({ url: `http://127.0.0.1:${service.port}`, token: TOKEN }, http)
  }
  const itemsOf = async (choices: string[]) => {
    const items = []
    for await (const item of open().items(choices)) items.push(item)
    return items
  }

  it('is written as Markdown, with what lies in its blocks', async () => {
    service.write(1, 'Returns', '')
    service.writeBlocks(1, [
      block('heading_2', { rich_text: text('How to') }),
      block('bulleted_list_item', { rich_text: text('Write to us', 'https://acme.test/mail') }, [
        block('to_do', { rich_text: text('within 30 days'), checked: true }),
      ]),
      block('code', { rich_text: text('return 1\nreturn 2'), language: 'javascript' }),
      block('column_list', {}, [block('column', {}, [block('paragraph', { rich_text: text('Beside.') })])]),
      block('table', { table_width: 2 }, [
        block('table_row', { cells: [text('Size'), text('Price')] }),
        block('table_row', { cells: [text('38'), text('a|b')] }),
      ]),
      block('child_page', { title: 'Another page' }),
    ])
    const [item] = await itemsOf([service.choices[0]!.id])
    const content = await open().read(item!)
    expect(content!.body.toString()).toBe(
      [
        '# Returns',
        '## How to',
        '- [Write to us](https://acme.test/mail)',
        '  - [x] within 30 days',
        '```javascript\nreturn 1\nreturn 2\n```',
        'Beside.',
        '| Size | Price |\n| --- | --- |\n| 38 | a\\|b |',
      ].join('\n\n'),
    )
  })

  it('belongs to the page in whose block it lies', async () => {
    service.write(1, 'Returns', '')
    const [first] = service.writeBlocks(1, [
      block('column_list', {}, [block('column', {}, [block('child_page', { title: 'Inner' })])]),
    ])
    service.writeBelow(2, 'Inner', 'Text.', first!)
    const titles = (await itemsOf([service.choices[0]!.id])).map(({ title }) => title)
    expect(titles).toEqual(['Returns', 'Inner'])
    expect(await itemsOf([service.choices[1]!.id])).toEqual([])
  })
})
