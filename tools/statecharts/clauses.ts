/** `S4.6, S4.7, S4.8` → `S4.6 to S4.8` */
export function clausesText(clauses: readonly string[]): string {
  const runs: string[][] = []
  for (const clause of clauses) {
    const [chapter, number] = clause.split('.')
    const last = runs.at(-1)?.at(-1)
    if (last === `${chapter}.${Number(number) - 1}`) runs.at(-1)!.push(clause)
    else runs.push([clause])
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(', '))).join(', ')
}
