/** A word of a key that makes everything under it a secret. */
const SECRET_WORDS = new Set(
  'password passwords confirmation token tokens access refresh secret secrets authorization bearer jwt cookie credential credentials code codes key'.split(
    ' ',
  ),
)
const HIDDEN = '•••'
const JWT = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g
/** A secret in an address: `?token=…`. */
const IN_QUERY = /([?&#](?:token|code|key|access|refresh)=)[^&#\s]+/g
const OPAQUE = /[\w-]{32,}/g
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const wordsOf = (key: string) =>
  key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s._-]+/)
const isSecret = (key: string) => wordsOf(key).some((word) => SECRET_WORDS.has(word))

const redactedText = (text: string) =>
  text
    .replace(JWT, HIDDEN)
    .replace(IN_QUERY, `$1${HIDDEN}`)
    .replace(OPAQUE, (found) => (UUID.test(found) || !/\d/.test(found) ? found : HIDDEN))

/**
 * A copy that is safe to show: secrets are hidden by the name of their key and by their shape. `key`: the
 * value's key. Everything under a secret key is hidden, numbers only directly.
 */
export function redacted(value: unknown, key = '', isInside = false): unknown {
  const isHidden = isInside || isSecret(key)
  if (typeof value === 'string') return isHidden && value !== '' ? HIDDEN : redactedText(value)
  if (typeof value === 'number') return isSecret(key) ? HIDDEN : value
  if (typeof value === 'function') return 'ƒ'
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error)
    return { error: redactedText(value.message), ...redactedRecord(value, isHidden) }
  if ('sessionId' in value && 'id' in value) return `the actor ${value.id}`
  if (Array.isArray(value) || value instanceof Set)
    return Array.from(value, (item) => redacted(item, '', isHidden))
  return redactedRecord(value instanceof Map ? Object.fromEntries(value) : value, isHidden)
}

/** `{ name: 'password', value: … }`: the name identifies the value. */
const namesSecret = (record: object) =>
  'name' in record && typeof record.name === 'string' && isSecret(record.name)

function redactedRecord(record: object, isInside: boolean) {
  const hidesValue = namesSecret(record)
  return Object.fromEntries(
    Object.entries(record).map(([key, item]) => [
      key,
      redacted(item, key, isInside || (hidesValue && key === 'value')),
    ]),
  )
}
