import { Box } from '@chakra-ui/react'
import { describe, expect, it } from 'vitest'
import { prose } from '../../../src/ui/conversations/conversation/prose.ts'
import { LinkRule, Markdown } from '../../../src/ui/parts/markdown.tsx'
import { draw, inTheme } from '../../harness/view.tsx'

const cite = (n: number, key: string) => (
  <button key={key} type="button">
    {n}
  </button>
)

const drawn = async (source: string, streaming = false) => {
  const { container } = await draw(<Markdown source={source} streaming={streaming} cite={cite} />)
  return container
}

describe('Markdown of an answer', () => {
  it('becomes paragraphs, lists, tables and code', async () => {
    const container = await drawn(
      'One **two** `three`\n\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```\ncode [1]\n```',
    )
    expect(container.querySelector('p')?.textContent).toBe('One two three')
    expect(container.querySelectorAll('li')).toHaveLength(2)
    expect([...container.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(['1', '2'])
    expect(container.querySelector('pre')?.textContent).toBe('code [1]')
  })

  it('turns markers into numerals close to their words, and leaves links and code alone', async () => {
    const container = await drawn('Thirty days. [1] See [2](https://example.com) and `[3]`.')
    expect([...container.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['1'])
    expect(container.textContent).toBe('Thirty days.1 See 2 (example.com) and [3].')
  })

  it('[ux 10] resolves each marker of several, and one before a colon', async () => {
    const container = await drawn('Thirty days. [1][2] The prices [3]:\n\n- See [4][terms]')
    expect(container.textContent).toBe('Thirty days.12 The prices3:See [4][terms]')
    expect(container.querySelectorAll('button')).toHaveLength(3)
  })

  it('[ux 21] has numerals that can be pressed within 24 px', async () => {
    const { container } = await draw(
      <Box css={prose} padding="10">
        <Markdown
          source="Thirty days. [1]"
          streaming={false}
          cite={(n, key) => (
            <button key={key} type="button" data-cite={n}>
              {n}
            </button>
          )}
        />
      </Box>,
    )
    const numeral = container.querySelector('[data-cite]')!
    const { left, top, width, height } = numeral.getBoundingClientRect()
    const isPressed = ([x, y]: readonly [number, number]) =>
      document.elementFromPoint(left + width / 2 + x, top + height / 2 + y) === numeral
    const edges = [
      [-11.5, 0],
      [11.5, 0],
      [0, -11.5],
      [0, 11.5],
    ] as const
    expect(edges.map(isPressed)).toEqual([true, true, true, true])
  })

  it('[ux 10] says a picture in its words', async () => {
    const container = await drawn('![Return label](https://shop.example/label.png)')
    expect(container.textContent).toBe('Return label')
    expect(container.querySelector('img')).toBeNull()
  })

  it('holds a marker back until it is whole', async () => {
    expect((await drawn('Thirty days. [1', true)).textContent).toBe('Thirty days. ')
    expect((await drawn('Thirty days. [1', false)).textContent).toBe('Thirty days. [1')
  })

  it('holds a table back until it is one, and each row until it is whole', async () => {
    const table = '| Who | When |\n|---|---|\n| Ann | Monday |\n| Ben | Tuesday |\n'
    for (let end = 1; end < table.length; end++)
      expect((await drawn(`Open:\n\n${table.slice(0, end)}`, true)).textContent).not.toContain('|')
    const cells = (await drawn(`${table}| Cleo | Wed`, true)).querySelectorAll('td')
    expect([...cells].map(({ textContent }) => textContent)).toEqual(['Ann', 'Monday', 'Ben', 'Tuesday'])
  })

  it('shows a sign that was escaped without its backslash', async () => {
    expect((await drawn('price\\_eur is \\[Function\\]int, 2 \\* 3')).textContent).toBe(
      'price_eur is [Function]int, 2 * 3',
    )
  })

  it('shows a text that grows as it shows the whole at once', async () => {
    const source =
      'One\n\n- a\n\n- b [1]\n\n  more of b\n\nTitle\n---\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n\nmore\n```\n> said\nso\n\nEnd.'
    const view = (text: string) => <Markdown source={text} streaming cite={cite} />
    const { container, rerender } = await draw(view(''))
    for (let end = 1; end <= source.length; end++) {
      await rerender(inTheme(view(source.slice(0, end))))
      if (source[end] === '\n')
        expect(container.innerHTML).toBe((await drawn(source.slice(0, end), true)).innerHTML)
    }
    await rerender(inTheme(view('Another answer.')))
    expect(container.innerHTML).toBe('<p>Another answer.</p>')
  })

  it.each([
    ['[your bank](https://evil.example/login)', 'your bank (evil.example)'],
    ['[https://bank.example](https://evil.example/)', 'https://bank.example (evil.example)'],
    ['[bank.example](https://bank.example@evil.example:8443/)', 'bank.example (evil.example:8443)'],
    ['[bank](https://b\u0430nk.example/)', 'bank (xn--bnk-6cd.example)'],
    ['[write](mailto:ada%40x@example.com)', 'write (ada@x@example.com)'],
    ['https://example.com/a?b', 'https://example.com/a?b'],
    ['[example.com](https://example.com/a)', 'example.com'],
    ['ada@example.com', 'ada@example.com'],
    ['[odd](https://)', 'odd'],
  ])('shows where a link leads, unless its words are its address: %s', async (source, shown) => {
    const container = await drawn(source)
    expect(container.textContent).toBe(shown)
  })

  it('[attack, links of a document] leaves an address that no source holds as text', async () => {
    const source = '[Claim it](https://evil.test/x), https://evil.test/y, or [ours](https://ours.test/).'
    const { container } = await draw(
      <LinkRule value={(href) => href.startsWith('https://ours.test')}>
        <Markdown source={source} streaming={false} cite={cite} />
      </LinkRule>,
    )
    expect([...container.querySelectorAll('a')].map(({ href }) => href)).toEqual(['https://ours.test/'])
    expect(container.textContent).toContain('Claim it, https://evil.test/y, or ours')
  })

  it('loads no picture, runs no script, follows no odd link and shows raw HTML as text', async () => {
    const container = await drawn(
      '![cat](https://evil.example/cat.png) [x](javascript:alert(1)) [y](data:text/html,z)\n\n<img src=x onerror=alert(1)>\n\n<script>alert(1)</script>',
    )
    expect(container.querySelectorAll('img, script, a')).toHaveLength(0)
    expect(container.textContent).toContain('<img src=x onerror=alert(1)>')
  })
})
