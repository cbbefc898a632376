import { paymentAddress } from './payment-address.ts'

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
