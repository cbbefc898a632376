/** A `payment_url` that can be followed: https, or of the app or the API; otherwise null. */
export function paymentAddress(url: string, apiBase: string, origin: string): string | null {
  if (!URL.canParse(url)) return null
  const target = new URL(url)
  const ours = [origin, new URL(apiBase, origin).origin]
  return target.protocol === 'https:' || ours.includes(target.origin) ? target.href : null
}

export interface Place {
  tab: Window
  apiBase: string
}

/** Leaves for a page of the payment provider; done when the browser brings this page back as it was. */
export const leaveFor = ({ tab, apiBase }: Place, url: string, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const address = paymentAddress(url, apiBase, tab.location.origin)
    if (address === null) throw new Error('the address of the payment page is neither https nor ours')
    const back = ({ persisted }: PageTransitionEvent) => persisted && resolve()
    tab.addEventListener('pageshow', back, { signal })
    tab.location.assign(address)
  })
