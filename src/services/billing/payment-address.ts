/** A `payment_url` that can be followed: https, or of the app or the API; otherwise null. */
export function paymentAddress(url: string, apiBase: string, origin: string): string | null {
  if (!URL.canParse(url)) return null
  const target = new URL(url)
  const ours = [origin, new URL(apiBase, origin).origin]
  return target.protocol === 'https:' || ours.includes(target.origin) ? target.href : null
}
