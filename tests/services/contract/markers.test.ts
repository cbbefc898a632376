import { expect, it } from 'vitest'
import { asPlainText, withoutMarkers } from '../../../src/services/contract/markers.ts'

it('leaves out the numbers of sources, and leaves code as it is', () => {
  const code = '```js\nlog(args[0].message, args[1])\n```'
  expect(withoutMarkers(`Read \`args[0]\` first. [1][2]\n\n${code}\n\n[3]`)).toBe(
    `Read \`args[0]\` first.\n\n${code}\n\n`,
  )
  expect(withoutMarkers('Still writing [1]:\n\n```\nargs[0]')).toBe('Still writing:\n\n```\nargs[0]')
})

it('[40.2] leaves the marks of Markdown out of what is mailed, and keeps its lists', () => {
  const written =
    '## Returns\n\nYou have **60 days** [1], see [our terms](https://shop.example/terms).\n\n* Use `form_a_b`\n* *Unworn* only [2]\n\n```\nRMA-4*711*2\n```'
  expect(asPlainText(written)).toBe(
    'Returns\n\nYou have 60 days, see our terms (https://shop.example/terms).\n\n- Use form_a_b\n- Unworn only\n\nRMA-4*711*2',
  )
  expect(asPlainText('2 * 3 = 6, a_b_c, 1. first')).toBe('2 * 3 = 6, a_b_c, 1. first')
})
