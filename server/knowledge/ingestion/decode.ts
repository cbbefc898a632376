import { detect } from 'chardet'

/** Bytes given to the detector: enough letters for any language, and quick to check. */
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

/** The encoding that an HTML or XML file declares near its beginning. */
const declared = (bytes: Uint8Array) =>
  DECLARATION.exec(Buffer.from(bytes.subarray(0, DECLARED_WITHIN)).toString('latin1'))?.[1]

/** Bytes that reveal UTF-16 without a mark: enough for a line or two of any script. */
const PAIRED_BYTES = 4_096
/** Share of pairs: spaces, line ends and digits contain a zero in every script. */
const ZEROS_MIN = 0.05
/** A few Chinese characters have a zero in the other place. */
const OTHER_ZEROS_MAX = 0.25

/**
 * The byte order of UTF-16. Without a mark, every other byte is often zero, and the decoded text has hardly any
 * control characters. Null for anything else.
 */
export const utf16In = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, Math.min(PAIRED_BYTES, bytes.length - (bytes.length % 2)))
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]! += 1
  const [even = 0, odd = 0] = zeros
  const most = Math.max(even, odd)
  if (most === 0 || most < (head.length / 2) * ZEROS_MIN) return null
  if (Math.min(even, odd) > most * OTHER_ZEROS_MAX) return null
  const label = odd > even ? 'utf-16le' : 'utf-16be'
  return /[^\P{Cc}\s]|\p{Cn}/u.test(new TextDecoder(label).decode(head)) ? null : label
}

/** From the first non-ASCII byte: before it, all encodings are alike. */
const telling = (bytes: Uint8Array) => {
  const first = bytes.findIndex((byte) => byte > 127)
  return bytes.subarray(first, first + DETECTED_BYTES)
}

/**
 * Decodes text of any common encoding, from the first that applies: a byte order mark, the zeros of UTF-16,
 * valid UTF-8, the encoding declared by markup, detection by letters, and finally Windows-1252.
 */
export const decodeText = (bytes: Uint8Array, isMarkup = false) => {
  const utf16 = utf16In(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const decoder = (isMarkup ? decoderOf(declared(bytes)) : null) ?? decoderOf(detect(telling(bytes)))
    return (decoder ?? new TextDecoder('windows-1252')).decode(bytes)
  }
}
