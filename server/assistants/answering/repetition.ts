/** So many words in a row of our rules, which no answer has a reason to say. */
const RUN_OF_RULES = 8
/** So many of the owner's instructions: they may hold sentences that the assistant is meant to say. */
const RUN_OF_OWNER = 30

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

const runsOf = (words: readonly string[], length: number) =>
  words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '))

/**
 * Notices an answer that repeats the instructions of its model, as a document may make it do. What the model was told
 * to say, as a refusal, is no instruction.
 */
export function createRepetitionWatch({
  rules,
  owner,
  refusal,
}: Record<'rules' | 'owner' | 'refusal', string>) {
  const watched = [
    { length: RUN_OF_RULES, runs: new Set(runsOf(wordsIn(rules), RUN_OF_RULES)) },
    { length: RUN_OF_OWNER, runs: new Set(runsOf(wordsIn(owner), RUN_OF_OWNER)) },
  ]
  for (const { length, runs } of watched) for (const run of runsOf(wordsIn(refusal), length)) runs.delete(run)
  let last: string[] = []
  let open = ''

  return (text: string): boolean => {
    const words = wordsIn(open + text)
    // The last word may go on.
    open = openWord(open + text)
    if (open !== '') words.pop()
    const all = [...last, ...words]
    last = all.slice(-RUN_OF_OWNER + 1)
    return watched.some(({ length, runs }) =>
      runsOf(all.slice(Math.max(0, all.length - words.length - length + 1)), length).some((run) =>
        runs.has(run),
      ),
    )
  }
}
