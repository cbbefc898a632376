/** Calls once per id, even for concurrent callers. */
export const remembered = <Result>(ask: (id: string) => Promise<Result>) => {
  const asked = new Map<string, Promise<Result>>()
  return (id: string) => {
    const known = asked.get(id) ?? ask(id)
    asked.set(id, known)
    return known
  }
}
