/** Blanks around a text do not count, nor does the order of a list of texts unless it says something. */
function textOf(value: unknown, isOrdered: boolean) {
  if (typeof value === 'string') return value.trim()
  return JSON.stringify(Array.isArray(value) && !isOrdered ? [...value].sort() : value)
}

/**
 * The part of `values` that differs from what was there before: only that is sent, so that two people who change two
 * things do not undo each other's work.
 */
export const differences = <Values extends object>(
  values: Partial<Values>,
  before: Values,
  inOrder: readonly string[] = [],
) =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const isOrdered = inOrder.includes(name)
      return textOf(value, isOrdered) !== textOf(before[name as keyof Values], isOrdered)
    }),
  ) as Partial<Values>

/** The differences of what a form sends from what was there as it was opened; all of it if that is unknown. */
export const changesSince = <Values, Sent extends object>(
  opened: Values | null,
  values: Values,
  sentOf: (values: Values) => Sent,
): Partial<Sent> => (opened === null ? sentOf(values) : differences(sentOf(values), sentOf(opened)))
