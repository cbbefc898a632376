import { expect, it } from 'vitest'
import { withoutMarkers } from '../../../src/services/contract/markers.ts'

it('leaves out the numbers of sources, and leaves code as it is', () => {
  const code = '```js\nlog(args[0].message, args[1])\n```'
  expect(withoutMarkers(`Read \`args[0]\` first. [1][2]\n\n${code}\n\n[3]`)).toBe(
    `Read \`args[0]\` first.\n\n${code}\n\n`,
  )
  expect(withoutMarkers('Still writing [1]:\n\n```\nargs[0]')).toBe('Still writing:\n\n```\nargs[0]')
})
