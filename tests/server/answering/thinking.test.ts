import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createThinkingFilter } from '../../../server/assistants/answering/thinking.ts'

const filtered = (parts: string[]) => {
  const filter = createThinkingFilter()
  return parts.map((part) => filter.push(part)).join('') + filter.end()
}

describe('the thoughts of a reasoning model', () => {
  it.each([
    ['<think>60 days? [1]</think>\n\nYou have 60 days. [1]', 'You have 60 days. [1]'],
    ['One. <think>two</think> Three.', 'One. Three.'],
    ['<think>it never ends', ''],
    ['a < b, and <thin> is no tag', 'a < b, and <thin> is no tag'],
    ['ends with <thi', 'ends with <thi'],
  ])('are no part of its answer: %s', (said, shown) => {
    expect(filtered([said])).toBe(shown)
    expect(filtered([...said])).toBe(shown)
  })

  it('leave alike what is cut anywhere', () => {
    const text = fc.array(fc.constantFrom('<think>', '</think>', 'word ', '<', '>', 't'), { maxLength: 12 })
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join('')
        const words = (shown: string) => shown.replace(/\s+/g, '')
        expect(words(filtered([...whole]))).toBe(words(filtered([whole])))
      }),
    )
  })
})
