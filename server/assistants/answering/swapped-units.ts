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

const isNumber = (word: string) => NUMBERS.has(word) || /^\d+$/.test(word)

const measuresOf = (text: string) => {
  const words = text.toLowerCase().split(/[^\p{L}\d]+/u)
  return words.flatMap((number, place) => {
    if (!isNumber(number)) return []
    const [unit] = words.slice(place + 1, place + 1 + WORDS_LATER).flatMap((word) => UNIT_OF.get(word) ?? [])
    return unit === undefined ? [] : [{ number, unit }]
  })
}

/** Whether a claim uses a number with a different unit than every statement that gives the number a unit. */
export const hasSwappedUnits = (claim: string, statements: readonly string[]) => {
  const measured = statements.flatMap(measuresOf)
  return measuresOf(claim).some(({ number, unit }) => {
    const same = measured.filter((one) => one.number === number)
    return same.length > 0 && same.every((one) => one.unit !== unit)
  })
}
