import { fetchFailure } from './fetch-failure.ts'

/** Of one answer; more is no list or text of a service, and takes longer to check than the others can wait. */
const VALUES_MAX = 100_000
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [...'"\\,[{'].map((sign) => sign.charCodeAt(0))

/** Whether the text has more values than that, which a few megabytes can have by the million. */
const isBeyond = (bytes: Uint8Array, max: number) => {
  let values = 0
  let isText = false
  for (let at = 0; at < bytes.length; at++) {
    const sign = bytes[at]
    if (isText && sign === BACKSLASH) at++
    else if (sign === QUOTE) isText = !isText
    else if (!isText && (sign === COMMA || sign === BRACKET || sign === BRACE) && ++values > max) return true
  }
  return false
}

/**
 * The value of a JSON text that a stranger's server wrote, counted before it is parsed in the main thread.
 * @throws FetchFailure `bad_response` for too many values
 * @throws SyntaxError for what is no JSON
 */
export const boundedJson = (bytes: Uint8Array, valuesMax = VALUES_MAX): unknown => {
  if (isBeyond(bytes, valuesMax)) throw fetchFailure('bad_response')
  return JSON.parse(new TextDecoder().decode(bytes))
}
