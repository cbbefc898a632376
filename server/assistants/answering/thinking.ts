const OPEN = '<think>'
const CLOSE = '</think>'

/** Length of the longest prefix of a tag at the end of a text. */
const partialTagLength = (text: string, tag: string) => {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--)
    if (tag.startsWith(text.slice(-length))) return length
  return 0
}

/** Removes the `<think>` blocks of reasoning models from a streamed answer; parts may end within a tag. */
export const createThinkingFilter = () => {
  let held = ''
  let isThinking = false
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
      const tag = isThinking ? CLOSE : OPEN
      const at = held.indexOf(tag)
      if (at < 0) {
        const kept = partialTagLength(held, tag)
        if (!isThinking) out += visible(held.slice(0, held.length - kept))
        held = kept === 0 ? '' : held.slice(-kept)
        return out
      }
      if (!isThinking) out += visible(held.slice(0, at))
      else isAfterThought = true
      held = held.slice(at + tag.length)
      isThinking = !isThinking
    }
  }

  return {
    push(text: string) {
      held += text
      return release()
    },
    end: () => (isThinking ? '' : visible(held)),
  }
}
