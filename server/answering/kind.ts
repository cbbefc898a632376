const ASKS_FOR_NUMBER =
  /\b(how (many|much|long|old|far|often|big|heavy|late|early|soon)|when|what (price|time|date|percentage|age|size)|which (year|day|date))\b/i
const HAS_NUMBER =
  /\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|half|once|twice|daily|weekly|monthly|yearly)\b/i

/** Does the question ask for a number, and does the statement hold one? */
export const fitsKind = (question: string, statement: string) =>
  ASKS_FOR_NUMBER.test(question) && HAS_NUMBER.test(statement)
