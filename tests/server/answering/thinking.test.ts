import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createThinkingFilter, UnopenedThoughts } from '../../../server/assistants/answering/thinking.ts'

const filtered = (parts: string[], { startsThinking = false, isWhole = true } = {}) => {
  const filter = createThinkingFilter({ startsThinking })
  return parts.map((part) => filter.push(part)).join('') + filter.end(isWhole)
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

  it.each([
    ['60 days? [1]</think>\n\nYou have 60 days. [1]', true, 'You have 60 days. [1]'],
    ['<think>60?</think> 60. <think>Or 6?</think>', true, '60. '],
    ['It does not think: 60.', true, 'It does not think: 60.'],
    ['It thinks <think>for ever', true, 'It thinks '],
    ['Does it think, cut at the limit', false, ''],
  ])('that the prompt has opened end with their tag, or were none: %s', (said, isWhole, shown) => {
    expect(filtered([said], { startsThinking: true, isWhole })).toBe(shown)
    expect(filtered([...said], { startsThinking: true, isWhole })).toBe(shown)
  })

  it.each([
    ['60 days?</thi', 'nk> You have 60 days.'],
    ['<think>60 days?</think> Or 6?</th', 'ink>'],
  ])('that nothing has opened are told, before what follows them: %s', (first, rest) => {
    const filter = createThinkingFilter()
    expect(() => filter.push(first)).not.toThrow()
    expect(() => filter.push(rest)).toThrow(UnopenedThoughts)
  })

  it('leave alike what is cut anywhere', () => {
    const text = fc.array(fc.constantFrom('<think>', '</think>', 'word ', '<', '>', 't'), { maxLength: 12 })
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join('')
        const words = (parts: string[]) => {
          try {
            return filtered(parts).replace(/\s+/g, '')
          } catch (error) {
            return (error as Error).name
          }
        }
        expect(words([...whole])).toBe(words([whole]))
      }),
    )
  })
})
