/**
 * Where a `payment_url` leads: it is followed only when it is https or of this origin; else null. A path is one
 * of the API.
 */
export function paymentAddress(url: string, apiBase: string, origin: string): string | null {
  const full = /^\/(?![/\\])/.test(url) ? apiBase + url : url
  if (!URL.canParse(full, origin)) return null
  const target = new URL(full, origin)
  return target.protocol === 'https:' || target.origin === origin ? target.href : null
}
