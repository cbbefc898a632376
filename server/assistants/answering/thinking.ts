const OPEN = '<think>'
const CLOSE = '</think>'

/** How many characters at the end of a text may be the beginning of a tag. */
const begunAt = (text: string, tag: string) => {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--)
    if (tag.startsWith(text.slice(-length))) return length
  return 0
}

/** Drops what reasoning models say to themselves before, and between, their answer; tags may be cut anywhere. */
export const createThinkingFilter = () => {
  let held = ''
  let isThinking = false
  /** The answer begins with its first word, not with the space behind the thoughts. */
  let isAfterThought = false

  const said = (text: string) => {
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
        const kept = begunAt(held, tag)
        if (!isThinking) out += said(held.slice(0, held.length - kept))
        held = kept === 0 ? '' : held.slice(-kept)
        return out
      }
      if (!isThinking) out += said(held.slice(0, at))
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
    end: () => (isThinking ? '' : said(held)),
  }
}
