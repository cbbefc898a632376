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
    ['One.\n<think>two</think> Three.', 'One.\nThree.'],
    ['<think>it never ends', ''],
    ['a < b, and <thin> is no tag', 'a < b, and <thin> is no tag'],
    ['ends with <thi', 'ends with <thi'],
  ])('are no part of its answer: %s', (said, shown) => {
    expect(filtered([said])).toBe(shown)
    expect(filtered([...said])).toBe(shown)
  })

  it.each([
    ['60 days? [1]\n</think>\n\nYou have 60 days. [1]', true, 'You have 60 days. [1]'],
    ['<think>60?</think> 60.\n<think>Or 6?</think>', true, '60.'],
    ['It does not think: 60.', true, 'It does not think: 60.'],
    ['It quotes `</think>`: 60.', true, 'It quotes `</think>`: 60.'],
    ['It thinks\n<think>for ever', true, 'It thinks'],
    ['Does it think, cut at the limit', false, ''],
  ])('that the prompt has opened end with their tag, or were none: %s', (said, isWhole, shown) => {
    expect(filtered([said], { startsThinking: true, isWhole })).toBe(shown)
    expect(filtered([...said], { startsThinking: true, isWhole })).toBe(shown)
  })

  it.each([
    ['60 days?\n</thi', 'nk>\nYou have 60 days.'],
    ['<think>60 days?</think> Or 6?\n</th', 'ink>\n'],
  ])('that nothing has opened are told, before what follows them: %s', (first, rest) => {
    const filter = createThinkingFilter()
    expect(() => filter.push(first)).not.toThrow()
    expect(() => filter.push(rest)).toThrow(UnopenedThoughts)
  })

  it('that nothing has opened are told if nothing follows them', () => {
    expect(() => filtered(['60 days?\n</think>'])).toThrow(UnopenedThoughts)
  })

  it.each([
    'Cut everything up to `</think>` off [1]. Restart the server.',
    'Cut everything up to </think> off.',
    '`<think>` begins the thoughts, and\n</think> ends them.',
    'So it says:\n\n```text\n<think>\n</think>\n```\n\nCut it off.',
    '1. So:\n   ```\n   </think>\n   ```',
  ])('are none where an answer quotes their tags: %j', (said) => {
    expect(filtered([said])).toBe(said)
    expect(filtered([...said])).toBe(said)
  })

  it('leave alike what is cut anywhere', () => {
    const part = fc.constantFrom('<think>', '</think>', 'word ', '<', '>', 't', '\n', '```')
    const text = fc.array(part, { maxLength: 12 })
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
