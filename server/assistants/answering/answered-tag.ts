const OPEN = '<answered>'
const TAG = /<answered>(yes|no)<\/answered>/i
/** The beginning of a possible tag at the end of a text. */
const PARTIAL_TAG = /<(?:a(?:n(?:s(?:w(?:e(?:r(?:e(?:d)?)?)?)?)?)?)?)?$/i

/** Asks the model to report whether it answered. The line is not shown. */
export const ANSWERED_TAG_RULE =
  'End with a line of its own: <answered>yes</answered>, or <answered>no</answered> if you could not answer the question.'

/** Removes the line of ANSWERED_TAG_RULE from a streamed answer; parts may end within the line. */
export const createAnsweredTagFilter = () => {
  let held = ''
  let isAnswered: boolean | null = null

  return {
    push(text: string) {
      held += text
      const at = held.indexOf(OPEN)
      if (at < 0) {
        const kept = PARTIAL_TAG.exec(held)?.[0].length ?? 0
        const before = held.slice(0, held.length - kept)
        // The line break before the tag is removed too.
        const lineBreak = before.indexOf('\n', before.trimEnd().length)
        const shown = lineBreak < 0 ? before : before.slice(0, lineBreak)
        held = held.slice(shown.length)
        return shown
      }
      const found = TAG.exec(held)
      if (!found) return ''
      isAnswered = found[1]?.toLowerCase() === 'yes'
      const shown = held.slice(0, found.index).trimEnd()
      held = held.slice(found.index + found[0].length)
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
