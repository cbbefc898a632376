import { crc32, deflateRawSync } from 'node:zlib'

type Header = {
  name: string
  method: number
  flags: number
  crc: number
  packed: number
  unpacked: number
  offset: number
  mode: number
}

export type ZipEntry = {
  name: string
  content: Buffer
  /** Stored as it is. */
  stored?: boolean
  /** Checksum and sizes follow the content: with a signature, without one, or with 8-byte sizes. */
  descriptor?: 'signed' | 'plain' | 'wide'
  /** Bytes between this entry and the previous one. */
  padding?: Buffer
  /** False values in the two headers. */
  local?: Partial<Header>
  directory?: Partial<Header>
  /** Is in the archive, but not in its directory. */
  hidden?: boolean
}

const uint = (bytes: 2 | 4 | 8, ...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const buffer = Buffer.alloc(8)
      buffer.writeBigUInt64LE(BigInt(value))
      return buffer.subarray(0, bytes)
    }),
  )

const DESCRIBED_LATER = 8

/** A zip archive whose headers can lie; `count` is the number of entries that its end claims. */
export const zipOf = (
  entries: ZipEntry[],
  { count, comment = '' }: { count?: number; comment?: string } = {},
) => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  const push = (...buffers: Buffer[]) => {
    for (const buffer of buffers) {
      parts.push(buffer)
      at += buffer.length
    }
  }
  for (const { name, content, stored, descriptor, padding, local, directory: listed, hidden } of entries) {
    const data = stored ? content : deflateRawSync(content, { level: 9 })
    if (padding) push(padding)
    const truth: Header = {
      name,
      method: stored ? 0 : 8,
      flags: descriptor ? DESCRIBED_LATER : 0,
      crc: crc32(content),
      packed: data.length,
      unpacked: content.length,
      offset: at,
      mode: 0o100644,
    }
    const here = { ...truth, ...(descriptor && { crc: 0, packed: 0, unpacked: 0 }), ...local }
    const hereName = Buffer.from(here.name)
    push(
      Buffer.from('PK\x03\x04', 'latin1'),
      uint(2, 20, here.flags, here.method, 0, 0),
      uint(4, here.crc, here.packed, here.unpacked),
      uint(2, hereName.length, 0),
      hereName,
      data,
    )
    if (descriptor !== undefined && descriptor !== 'plain') push(Buffer.from('PK\x07\x08', 'latin1'))
    if (descriptor)
      push(uint(4, truth.crc), uint(descriptor === 'wide' ? 8 : 4, truth.packed, truth.unpacked))
    if (hidden) continue
    const there = { ...truth, ...listed }
    const thereName = Buffer.from(there.name)
    directory.push(
      Buffer.from('PK\x01\x02', 'latin1'),
      uint(2, 0x0314, 20, there.flags, there.method, 0, 0),
      uint(4, there.crc, there.packed, there.unpacked),
      uint(2, thereName.length, 0, 0, 0, 0),
      uint(2, 0, there.mode),
      uint(4, there.offset),
      thereName,
    )
  }
  const list = Buffer.concat(directory)
  const counted = count ?? entries.filter(({ hidden }) => !hidden).length
  const end = [uint(2, 0, 0, counted, counted), uint(4, list.length, at), uint(2, comment.length)]
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06', 'latin1'), ...end, Buffer.from(comment)])
}
