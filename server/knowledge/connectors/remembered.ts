/** Asks once for each id, whoever wants it at the same time. */
export const remembered = <Result>(ask: (id: string) => Promise<Result>) => {
  const asked = new Map<string, Promise<Result>>()
  return (id: string) => {
    const known = asked.get(id) ?? ask(id)
    asked.set(id, known)
    return known
  }
}
