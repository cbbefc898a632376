/** Parameters that a request can do without, each with its later name, or null. */
type LaterNames = Readonly<Record<string, string | null>>

const REFUSED: ReadonlySet<number> = new Set([400, 422])

/**
 * A `fetch` for one model: parameters that the model refuses are left out, or get their later name; if that helps,
 * from then on, but not for smaller values. It looks for their names in the whole refusal: gateways rarely say the
 * parameter in its own field, and the clients lose what their protocol does not have.
 */
export const withoutRefused = (
  fetch: typeof globalThis.fetch,
  laterNames: LaterNames,
): typeof globalThis.fetch => {
  /** The smallest refused value of each parameter. */
  const known = new Map<string, number>()

  return async (address, init) => {
    if (typeof init?.body !== 'string') return fetch(address, init)
    const asked = JSON.parse(init.body)
    const refused = new Map(known)
    const isTaken = (name: string) => !refused.has(name) || asked[name] < refused.get(name)!
    for (;;) {
      const sent = Object.entries(asked).flatMap(([name, value]) => {
        const taken = isTaken(name) ? name : laterNames[name]
        return taken ? [[taken, value]] : []
      })
      const body = JSON.stringify(Object.fromEntries(sent))
      const response = await fetch(address, { ...init, body })
      if (response.ok) for (const [name, value] of refused) known.set(name, value)
      if (!REFUSED.has(response.status)) return response
      const said = await response.clone().text()
      const named = Object.keys(laterNames).find(
        (name) => name in asked && isTaken(name) && said.includes(name),
      )
      if (named === undefined) return response
      refused.set(named, asked[named])
    }
  }
}
