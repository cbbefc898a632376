import { detect } from 'chardet'

/** Bytes that the detector looks at: enough letters for any language, and no more time than that. */
const DETECTED_BYTES = 64 * 1024
const DECLARED_WITHIN = 2_048
const DECLARATION = /(?:charset|encoding)\s?=\s?["']?([a-z0-9_:-]{2,40})/i

const decoderOf = (label: string | null | undefined) => {
  try {
    return label ? new TextDecoder(label) : null
  } catch {
    return null
  }
}

/** What an HTML or XML file says of itself near its beginning. */
const declared = (bytes: Uint8Array) =>
  DECLARATION.exec(Buffer.from(bytes.subarray(0, DECLARED_WITHIN)).toString('latin1'))?.[1]

/** From the first byte on that is no ASCII: before it all encodings are alike. */
const telling = (bytes: Uint8Array) => {
  const first = bytes.findIndex((byte) => byte > 127)
  return bytes.subarray(first, first + DETECTED_BYTES)
}

/**
 * Text of any common encoding: a byte order mark decides, then UTF-8 where it is valid, then what markup declares,
 * then the letters themselves; Windows-1252 when nothing else fits.
 */
export const decodeText = (bytes: Uint8Array, isMarkup = false) => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const decoder = (isMarkup ? decoderOf(declared(bytes)) : null) ?? decoderOf(detect(telling(bytes)))
    return (decoder ?? new TextDecoder('windows-1252')).decode(bytes)
  }
}
