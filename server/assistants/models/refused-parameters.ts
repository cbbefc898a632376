/** Parameters that a request can do without, each with its later name, or null. */
type LaterNames = Readonly<Record<string, string | null>>

const REFUSED: ReadonlySet<number> = new Set([400, 422])

/**
 * A `fetch` for one model: parameters that the model refuses are left out, or get their later name; if that helps,
 * from then on. It looks for their names in the whole refusal: gateways rarely say the parameter in its own field,
 * and the clients lose what their protocol does not have.
 */
export const withoutRefused = (
  fetch: typeof globalThis.fetch,
  laterNames: LaterNames,
): typeof globalThis.fetch => {
  const known = new Set<string>()

  const bodyWithout = (asked: object, refused: ReadonlySet<string>) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(asked).flatMap(([name, value]) => {
          const sent = refused.has(name) ? laterNames[name] : name
          return sent ? [[sent, value]] : []
        }),
      ),
    )

  return async (address, init) => {
    if (typeof init?.body !== 'string') return fetch(address, init)
    const asked = JSON.parse(init.body)
    const refused = new Set(known)
    for (;;) {
      const response = await fetch(address, { ...init, body: bodyWithout(asked, refused) })
      if (response.ok) for (const name of refused) known.add(name)
      if (!REFUSED.has(response.status)) return response
      const said = await response.clone().text()
      const named = Object.keys(laterNames).find(
        (name) => name in asked && !refused.has(name) && said.includes(name),
      )
      if (named === undefined) return response
      refused.add(named)
    }
  }
}
