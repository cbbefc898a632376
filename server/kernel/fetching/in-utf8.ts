const MARKS = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
]

const isUtf8 = (bytes: Buffer) => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const decoderOf = (label: string) => {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

/**
 * What a server sent, in UTF-8, where its header names another encoding: readers see the bytes alone. A byte order
 * mark, and text that is UTF-8 already, say more than a header that is often the server's default.
 */
export function inUtf8(bytes: Buffer, charset: string | null): Buffer {
  if (charset === null || MARKS.some((mark) => mark.every((byte, at) => bytes[at] === byte))) return bytes
  const decoder = isUtf8(bytes) ? null : decoderOf(charset)
  return decoder ? Buffer.from(decoder.decode(bytes)) : bytes
}
