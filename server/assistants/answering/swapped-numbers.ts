import { meaningfulWords } from './words.ts'

/** What parts a sentence into clauses; a comma within a number does not. */
export const BETWEEN_CLAUSES =
  /[;()]|,\s|(?<!\p{L})(?:and|but|or|while|und|oder|aber|sowie|et|ou|mais|y|o|pero)(?!\p{L})/iu
/** So many of the claim's words beside another number, and the claim is about that one. */
const FITS = 0.6
/** And so many more than beside its own. */
const FITS_BETTER = 0.3

type Clause = { words: string[]; numbers: string[] }

const isNumber = (word: string) => /^\d/.test(word)

/** The clauses of a text that hold numbers; what holds none belongs to the clause before it, or else behind it. */
const clausesOf = (text: string): Clause[] => {
  const clauses: Clause[] = []
  let lead: string[] = []
  for (const part of text.split(BETWEEN_CLAUSES)) {
    const all = [...meaningfulWords(part)]
    const words = all.filter((word) => !isNumber(word))
    const numbers = all.filter(isNumber)
    const before = clauses.at(-1)
    if (numbers.length > 0) {
      clauses.push({ words: [...lead, ...words], numbers })
      lead = []
    } else if (before) before.words.push(...words)
    else lead.push(...words)
  }
  return clauses
}

const fitOf = (claim: Clause, source: Clause) =>
  claim.words.filter((word) => source.words.includes(word)).length / Math.max(claim.words.length, 1)

const bestFit = (claim: Clause, sources: Clause[]) => Math.max(0, ...sources.map((one) => fitOf(claim, one)))

/** Whether a claim says of one thing the number that the statements say of another. */
export const hasSwappedNumbers = (claim: string, statements: readonly string[]) => {
  const sources = statements.flatMap(clausesOf)
  return clausesOf(claim).some((clause) =>
    clause.numbers.some((number) => {
      const own = bestFit(
        clause,
        sources.filter(({ numbers }) => numbers.includes(number)),
      )
      const other = bestFit(
        clause,
        sources.filter(({ numbers }) => !numbers.includes(number)),
      )
      return other >= FITS && other >= own + FITS_BETTER
    }),
  )
}
