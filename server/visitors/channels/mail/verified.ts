/** Text outside quotation marks and parentheses: both may contain the sender's words. */
const bare = (header: string) => {
  let text = ''
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < header.length; at++) {
    const sign = header[at]!
    if (sign === '\\' && (isQuoted || depth > 0)) at++
    else if (sign === '"' && depth === 0) isQuoted = !isQuoted
    else if (!isQuoted && sign === '(') depth++
    else if (!isQuoted && sign === ')') depth = Math.max(0, depth - 1)
    else if (!isQuoted && depth === 0) text += sign
  }
  return text.toLowerCase()
}

/** Placeholder for a header without a server name, such as Microsoft 365's. */
const NAMELESS = 'none'

/** Who checked a mail, and the result: the header Authentication-Results (RFC 8601). */
export const checksIn = (header: string) => {
  const [first = '', ...rest] = bare(header).split(';')
  const isNamed = !first.includes('=')
  const [name = ''] = first.trim().split(/\s+/)
  const checks = (isNamed ? rest : [first, ...rest]).map((check) => {
    const [result = '', ...properties] = check.trim().split(/\s+/)
    const [method = '', outcome = ''] = result.split('=')
    return {
      method: method.split('/')[0]!,
      outcome,
      values: new Map(properties.map((one) => one.split('=', 2) as [string, string])),
    }
  })
  return { by: isNamed && name !== '' ? name : NAMELESS, checks }
}

/** DMARC without a usable result: no policy, Microsoft 365's guess, or a policy that is faulty or could not be read. */
const UNCHECKED = new Set(['none', 'bestguesspass', 'temperror', 'permerror'])

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/**
 * Whether the trusted server confirmed that `sender` wrote a mail: by DMARC or, if that has no result, by a
 * signature or a permitted host of the sender's own domain. `header` is the newest: older ones can be forged.
 */
export const isVerified = (header: string | null, sender: string, trusted: string): boolean => {
  if (header === null) return false
  const { by, checks } = checksIn(header)
  if (by !== trusted.toLowerCase()) return false
  const dmarc = checks.filter(({ method, outcome }) => method === 'dmarc' && !UNCHECKED.has(outcome))
  if (dmarc.length > 0) return dmarc.every(({ outcome }) => outcome === 'pass')
  const domain = domainOf(sender)
  return checks.some(({ method, outcome, values }) => {
    if (outcome !== 'pass') return false
    const signer = values.get('header.d') ?? domainOf(values.get('header.i') ?? '')
    if (method === 'dkim') return signer.includes('.') && (domain === signer || domain.endsWith(`.${signer}`))
    return method === 'spf' && domainOf(values.get('smtp.mailfrom') ?? '') === domain
  })
}
