/** Consecutive words of our rules that count as a leak. */
const RULES_RUN = 8
/** Longer for the owner’s instructions: they may contain sentences that the assistant should say. */
const INSTRUCTIONS_RUN = 30

const PART_OF_WORD = /^[\p{L}\p{N}]$/u
/** Longer words do not occur in instructions. */
const WORD_MAX = 64

/** The last word of a text, which the next part may continue. */
const openWord = (text: string) => {
  let start = text.length
  while (start > 0 && text.length - start < WORD_MAX && PART_OF_WORD.test(text[start - 1]!)) start--
  return text.slice(start)
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const runsOf = (words: readonly string[], length: number) =>
  words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '))

/**
 * Detects when a streamed answer repeats the system prompt, for example because of a prompt injection. The refusal is
 * part of the rules, but may be repeated.
 */
export function createPromptLeakDetector({
  rules,
  instructions,
  refusal,
}: Record<'rules' | 'instructions' | 'refusal', string>) {
  // An answer may go on after the refusal with the same words as the rules, so no run crosses its ends.
  const runsIn = (text: string, length: number) =>
    new Set(text.split(refusal).flatMap((part) => runsOf(wordsIn(part), length)))
  const watched = [
    { length: RULES_RUN, runs: runsIn(rules, RULES_RUN) },
    { length: INSTRUCTIONS_RUN, runs: runsIn(instructions, INSTRUCTIONS_RUN) },
  ]
  let last: string[] = []
  let open = ''

  return (text: string): boolean => {
    const words = wordsIn(open + text)
    open = openWord(open + text)
    if (open !== '') words.pop()
    const all = [...last, ...words]
    last = all.slice(-INSTRUCTIONS_RUN + 1)
    return watched.some(({ length, runs }) =>
      runsOf(all.slice(Math.max(0, all.length - words.length - length + 1)), length).some((run) =>
        runs.has(run),
      ),
    )
  }
}
