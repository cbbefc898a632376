const OPEN = '<think>'
const CLOSE = '</think>'
const UNOPENED = `${CLOSE}\n`
const FENCE = '```'

/** A model ended thoughts that it had not begun: those before were shown as its answer. */
export class UnopenedThoughts extends Error {
  override readonly name = 'UnopenedThoughts'
}

/**
 * Removes the `<think>` blocks of reasoning models from a streamed answer; parts may end within a tag. An answer may
 * quote the tags: a block begins at the start of a line, and an end that nothing opened is alone on its line, both
 * outside of code. With `startsThinking`, the prompt has opened the first block. Both methods throw UnopenedThoughts.
 */
export const createThinkingFilter = ({ startsThinking = false } = {}) => {
  let held = ''
  let place: 'line start' | 'line' | 'thoughts' | 'after thoughts' = 'line start'
  let isInCode = false
  /** Whether what is shown may be a block that the prompt has opened: it is collected until it ends. */
  let isAssumed = startsThinking
  let shown = ''

  const push = (text: string) => {
    held += text
    if (!isAssumed) shown = ''
    while (held !== '') {
      if (place === 'thoughts') {
        const end = held.indexOf(CLOSE)
        held = held.slice(end < 0 ? 1 - CLOSE.length : end + CLOSE.length)
        if (end < 0) break
        place = 'after thoughts'
      } else if (place === 'line') {
        const end = held.indexOf('\n') + 1 || held.length
        if (held[end - 1] === '\n') place = 'line start'
        shown += held.slice(0, end)
        held = held.slice(end)
      } else {
        const start = held.trimStart()
        if (place === 'line start') shown += held.slice(0, held.length - start.length)
        held = start
        const tags = isInCode ? [FENCE] : [FENCE, OPEN, UNOPENED]
        const tag = tags.find((one) => held.startsWith(one))
        if (!tag && tags.some((one) => one.startsWith(held))) break
        if (tag === UNOPENED) {
          if (!isAssumed) throw new UnopenedThoughts()
          isAssumed = false
          shown = ''
        }
        if (tag === FENCE) isInCode = !isInCode
        place = !tag || tag === FENCE ? 'line' : 'thoughts'
      }
    }
    return isAssumed ? '' : shown
  }

  return {
    push,
    /** A whole answer without thoughts is shown, even if they were expected. */
    end(isWhole: boolean): string {
      const rest = push('\n')
      return (isWhole ? shown : rest).trimEnd()
    },
    /** Whether the expected thoughts have not ended. */
    isHeld: () => isAssumed,
  }
}
