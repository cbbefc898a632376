import { meaningfulWords, overlap } from './words.ts'

/** Separators between clauses; a comma within a number is not one. */
export const BETWEEN_CLAUSES =
  /[;()，；、]|,\s|(?<!\p{L})(?:and|but|or|while|und|oder|aber|sowie|et|ou|mais|y|o|pero)(?!\p{L})/iu
/** Minimum share of the claim’s words in a clause with another number. */
const FITS = 0.6
/** Minimum lead of that clause over clauses with the claim’s own number. */
const FITS_BETTER = 0.3

/** The distinct words of a clause, its numbers apart. */
export type Clause = { words: Set<string>; numbers: string[] }

const isNumber = (word: string) => /^\d/.test(word)

/** The clauses with numbers. A clause without one is joined to the previous clause, or else to the next one. */
export const clausesOf = (text: string): Clause[] => {
  const clauses: Clause[] = []
  let lead: string[] = []
  for (const part of text.split(BETWEEN_CLAUSES)) {
    const all = [...meaningfulWords(part)]
    const words = all.filter((word) => !isNumber(word))
    const numbers = all.filter(isNumber)
    const before = clauses.at(-1)
    if (numbers.length > 0) {
      clauses.push({ words: new Set([...lead, ...words]), numbers })
      lead = []
    } else if (before) for (const word of words) before.words.add(word)
    else lead.push(...words)
  }
  return clauses
}

const bestFit = ({ words }: Clause, sources: readonly Clause[]) =>
  Math.max(0, ...sources.map((source) => overlap(words, source.words)))

/** Whether a claim attributes a number to a different thing than the clauses of the statements do. */
export const hasSwappedNumbers = (claim: string, sources: readonly Clause[]) =>
  clausesOf(claim).some((clause) =>
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

/** Words for units of time, length and weight in four languages. */
const UNITS = [
  'second seconds sekunde sekunden seconde secondes segundo segundos',
  'min minute minutes minuten minuto minutos',
  'h hour hours stunde stunden heure heures hora horas',
  'day days tag tage tagen arbeitstage arbeitstagen werktage werktagen jour jours día días',
  'week weeks woche wochen semaine semaines semana semanas',
  'month months monat monate monaten mois mes meses',
  'year years jahr jahre jahren an ans année années año años',
  'cm centimetre centimetres centimeter centimeters zentimeter centimètre centimètres centímetro centímetros',
  'm metre metres meter meters mètre mètres metro metros',
  'km kilometre kilometres kilometer kilometers kilomètre kilomètres kilómetro kilómetros',
  'g gram grams gramm gramme grammes gramo gramos',
  'kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos',
]
const UNIT_OF = new Map(UNITS.flatMap((words, unit) => words.split(' ').map((word) => [word, unit] as const)))
const NUMBERS = new Set(
  `one two three four five six seven eight nine ten eleven twelve zwei drei vier fünf sechs sieben acht neun zehn elf
  zwölf deux trois quatre cinq sept huit neuf dix onze douze dos tres cuatro cinco seis siete ocho nueve diez once
  doce`.split(/\s+/),
)
/** One word may come between number and unit, as in “ten working days”. */
const WORDS_LATER = 2

const isCount = (word: string) => NUMBERS.has(word) || /^\d+$/.test(word)

/** A number with its unit. */
export type Measure = { number: string; unit: number }

export const measuresOf = (text: string): Measure[] => {
  const words = text.toLowerCase().split(/[^\p{L}\d]+/u)
  return words.flatMap((number, place) => {
    if (!isCount(number)) return []
    const [unit] = words.slice(place + 1, place + 1 + WORDS_LATER).flatMap((word) => UNIT_OF.get(word) ?? [])
    return unit === undefined ? [] : [{ number, unit }]
  })
}

/** Whether a claim uses a number with a different unit than every statement that gives the number a unit. */
export const hasSwappedUnits = (claim: string, measured: readonly Measure[]) =>
  measuresOf(claim).some(({ number, unit }) => {
    const same = measured.filter((one) => one.number === number)
    return same.length > 0 && same.every((one) => one.unit !== unit)
  })
