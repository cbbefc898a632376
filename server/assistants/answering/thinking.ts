const OPEN = '<think>'
const CLOSE = '</think>'

/** Length of the longest prefix of a tag at the end of a text. */
const partialTagLength = (text: string, tag: string) => {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--)
    if (tag.startsWith(text.slice(-length))) return length
  return 0
}

/** A model ended thoughts that it had not begun: those before were shown as its answer. */
export class UnopenedThoughts extends Error {
  override readonly name = 'UnopenedThoughts'
}

/**
 * Removes the `<think>` blocks of reasoning models from a streamed answer; parts may end within a tag. With
 * `startsThinking`, the prompt has opened the first block. `push` throws UnopenedThoughts.
 */
export const createThinkingFilter = ({ startsThinking = false } = {}) => {
  let held = ''
  let isThinking = startsThinking
  /** Text of a block that only the prompt can have opened; null once it has ended. */
  let assumed = startsThinking ? '' : null
  /** Whitespace after a block is removed too. */
  let isAfterThought = false

  const visible = (text: string) => {
    const shown = isAfterThought ? text.trimStart() : text
    isAfterThought &&= shown === ''
    return shown
  }

  const release = () => {
    let out = ''
    for (;;) {
      const tag = (isThinking ? /<\/think>/ : /<\/?think>/).exec(held)
      if (!tag) {
        const kept = Math.max(partialTagLength(held, CLOSE), isThinking ? 0 : partialTagLength(held, OPEN))
        if (!isThinking) out += visible(held.slice(0, held.length - kept))
        held = kept === 0 ? '' : held.slice(-kept)
        return out
      }
      if (!isThinking && tag[0] === CLOSE) throw new UnopenedThoughts()
      if (!isThinking) out += visible(held.slice(0, tag.index))
      else isAfterThought = true
      assumed = null
      held = held.slice(tag.index + tag[0].length)
      isThinking = !isThinking
    }
  }

  return {
    push(text: string) {
      if (assumed !== null) assumed += text
      held += text
      return release()
    },
    /** A whole answer without thoughts is shown, even if they were expected. */
    end(isWhole: boolean): string {
      if (!isThinking) return visible(held)
      if (assumed === null || !isWhole) return ''
      const answer = createThinkingFilter()
      return answer.push(assumed) + answer.end(isWhole)
    },
    /** Whether the expected thoughts have not ended. */
    isHeld: () => assumed !== null,
  }
}
