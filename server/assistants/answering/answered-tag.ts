const OPEN = '<answered>'
const TAG = /<answered>(yes|no)<\/answered>/i
const TAG_LENGTH_MAX = '<answered>yes</answered>'.length
/** The beginning of a possible tag at the end of a text. */
const PARTIAL_TAG = /<(?:a(?:n(?:s(?:w(?:e(?:r(?:e(?:d)?)?)?)?)?)?)?)?$/i

/** Asks the model to report whether it answered. The line is not shown. */
export const ANSWERED_TAG_RULE =
  'End with a line of its own: <answered>yes</answered>, or <answered>no</answered> if you could not answer the question.'

/** Removes the line of ANSWERED_TAG_RULE from a streamed answer; parts may end within the line. */
export const createAnsweredTagFilter = () => {
  let held = ''
  let isOpen = false
  /** The end of `held` that may belong to a tag. What follows an unclosed tag is not searched again and again. */
  let tail = ''
  let isAnswered: boolean | null = null

  return {
    push(text: string) {
      held += text
      tail = isOpen ? tail.slice(-TAG_LENGTH_MAX) + text : held
      isOpen ||= held.includes(OPEN)
      if (!isOpen) {
        const kept = PARTIAL_TAG.exec(held)?.[0].length ?? 0
        const before = held.slice(0, held.length - kept)
        // The line break before the tag is removed too.
        const lineBreak = before.indexOf('\n', before.trimEnd().length)
        const shown = lineBreak < 0 ? before : before.slice(0, lineBreak)
        held = held.slice(shown.length)
        return shown
      }
      const found = TAG.exec(tail)
      if (!found) return ''
      isAnswered = found[1]?.toLowerCase() === 'yes'
      const at = held.length - tail.length + found.index
      const shown = held.slice(0, at).trimEnd()
      held = held.slice(at + found[0].length)
      isOpen = false
      return shown
    },
    end() {
      const rest = TAG.test(held) || held.includes(OPEN) ? held.slice(0, held.indexOf(OPEN)) : held
      held = ''
      return rest.trimEnd()
    },
    /** Null if the model did not report it. */
    isAnswered: () => isAnswered,
  }
}
