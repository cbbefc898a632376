const OPEN = '<answered>'
const VERDICT = /<answered>(yes|no)<\/answered>/i
/** What may still become the line. */
const BEGUN = /<(?:a(?:n(?:s(?:w(?:e(?:r(?:e(?:d)?)?)?)?)?)?)?)?$/i

/** The rule by which a model says whether it answered; no reader sees the line. */
export const VERDICT_RULE =
  'End with a line of its own: <answered>yes</answered>, or <answered>no</answered> if you could not answer the question.'

/** Takes the line of VERDICT_RULE out of a streamed answer, wherever it is cut. */
export const createVerdictFilter = () => {
  let held = ''
  let verdict: boolean | null = null

  return {
    push(text: string) {
      held += text
      const at = held.indexOf(OPEN)
      if (at < 0) {
        const kept = BEGUN.exec(held)?.[0].length ?? 0
        const before = held.slice(0, held.length - kept)
        // The line break before it goes with it.
        const lineBreak = before.indexOf('\n', before.trimEnd().length)
        const shown = lineBreak < 0 ? before : before.slice(0, lineBreak)
        held = held.slice(shown.length)
        return shown
      }
      const found = VERDICT.exec(held)
      if (!found) return ''
      verdict = found[1]?.toLowerCase() === 'yes'
      const shown = held.slice(0, found.index).trimEnd()
      held = held.slice(found.index + found[0].length)
      return shown
    },
    end() {
      const rest = VERDICT.test(held) || held.includes(OPEN) ? held.slice(0, held.indexOf(OPEN)) : held
      held = ''
      return rest.trimEnd()
    },
    /** Null where the model did not say. */
    verdict: () => verdict,
  }
}
