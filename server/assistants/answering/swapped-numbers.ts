import { meaningfulWords } from './words.ts'

/** Separators between clauses; a comma within a number is not one. */
export const BETWEEN_CLAUSES =
  /[;()，；、]|,\s|(?<!\p{L})(?:and|but|or|while|und|oder|aber|sowie|et|ou|mais|y|o|pero)(?!\p{L})/iu
/** Minimum share of the claim’s words in a clause with another number. */
const FITS = 0.6
/** Minimum lead of that clause over clauses with the claim’s own number. */
const FITS_BETTER = 0.3

type Clause = { words: string[]; numbers: string[] }

const isNumber = (word: string) => /^\d/.test(word)

/** The clauses with numbers. A clause without one is joined to the previous clause, or else to the next one. */
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

/** Whether a claim attributes a number to a different thing than the statements do. */
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
