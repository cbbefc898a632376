/** What is neither in quotation marks nor in parentheses: both may hold words of the sender. */
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

/** How a header is named that has no name of its server, as those of Microsoft 365. */
const NAMELESS = 'none'

/** Who has checked a mail, and what came of it: the header Authentication-Results (RFC 8601). */
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

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/**
 * Whether the server that people trust has found that `sender` wrote a mail: by DMARC, or, where it does not check that,
 * by a signature or a permitted host of the sender's own domain. `header` is the newest: older ones are anybody's.
 */
export const isVerified = (header: string | null, sender: string, trusted: string): boolean => {
  if (header === null) return false
  const { by, checks } = checksIn(header)
  if (by !== trusted.toLowerCase()) return false
  const dmarc = checks.filter(({ method, outcome }) => method === 'dmarc' && outcome !== 'none')
  if (dmarc.length > 0) return dmarc.every(({ outcome }) => outcome === 'pass')
  const domain = domainOf(sender)
  return checks.some(({ method, outcome, values }) => {
    if (outcome !== 'pass') return false
    const signer = values.get('header.d') ?? domainOf(values.get('header.i') ?? '')
    if (method === 'dkim') return signer.includes('.') && (domain === signer || domain.endsWith(`.${signer}`))
    return method === 'spf' && domainOf(values.get('smtp.mailfrom') ?? '') === domain
  })
}
