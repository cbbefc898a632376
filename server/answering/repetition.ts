/** So many words in a row of its instructions, and an answer repeats them. */
const RUN = 8

const PART_OF_WORD = /^[\p{L}\p{N}]$/u
/** A longer word is none of the instructions'. */
const WORD_MAX = 64

/** The word that a text ends in, which may go on. */
const openWord = (text: string) => {
  let start = text.length
  while (start > 0 && text.length - start < WORD_MAX && PART_OF_WORD.test(text[start - 1]!)) start--
  return text.slice(start)
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const runsOf = (words: readonly string[]) => words.map((_, at) => words.slice(at, at + RUN).join(' '))

/**
 * Notices an answer that repeats the instructions of its model, as a document may make it do. What the model was told
 * to say, as a refusal, is no instruction.
 */
export const createRepetitionWatch = (instructions: string, allowed: string) => {
  const allowedRuns = new Set(runsOf(wordsIn(allowed)))
  const instructed = wordsIn(instructions)
  const runs = new Set(runsOf(instructed).slice(0, Math.max(0, instructed.length - RUN + 1)))
  for (const run of allowedRuns) runs.delete(run)
  let last: string[] = []
  let open = ''

  return (text: string): boolean => {
    const words = wordsIn(open + text)
    open = openWord(open + text)
    if (open !== '') words.pop()
    const all = [...last, ...words]
    last = all.slice(-RUN + 1)
    return runsOf(all)
      .slice(0, Math.max(0, all.length - RUN + 1))
      .some((run) => runs.has(run))
  }
}
