/** How a question asks for a number, in four languages. */
const ASKS_FOR_NUMBER = [
  /\b(?:how (?:many|much|long|old|far|often|big|heavy|late|early|soon)|when|what (?:price|time|date|percentage|age|size)|which (?:year|day|date))\b/i,
  /(?<!\p{L})(?:wie (?:viele?|vielen|lange?|alt|weit|oft|groß|schwer|spät|früh|hoch|teuer)|wann|bis wann|um wie viel|welche[rsnm]? (?:preis|jahr|tag|datum|größe|alter))(?!\p{L})/iu,
  /(?<!\p{L})(?:combien|quand|à quelle heure|quel (?:prix|âge|jour)|quelle (?:année|date|taille|durée|heure))(?!\p{L})/iu,
  /(?<!\p{L})(?:cuánt[oa]s?|cuándo|a qué hora|qué (?:precio|edad|año|día|fecha|tamaño|hora)|cada cuánto)(?!\p{L})/iu,
]
const HAS_NUMBER = [
  /\d/,
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|half|once|twice|daily|weekly|monthly|yearly)\b/i,
  /(?<!\p{L})(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|hundert|tausend|halbe?|einmal|zweimal|täglich|wöchentlich|monatlich|jährlich)(?!\p{L})/iu,
  /(?<!\p{L})(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|trente|cent|mille|demi|demie|fois|quotidien|hebdomadaire|mensuel|annuel)(?!\p{L})/iu,
  /(?<!\p{L})(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cien|mil|medio|media|veces|diario|semanal|mensual|anual)(?!\p{L})/iu,
]

const isOneOf = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(text))

/** Does the question ask for a number, and does the statement hold one? */
export const fitsKind = (question: string, statement: string) =>
  isOneOf(ASKS_FOR_NUMBER, question) && isOneOf(HAS_NUMBER, statement)
