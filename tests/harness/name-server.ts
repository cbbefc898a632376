import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

const A = 1
const AAAA = 28
const TXT = 16
const NAME_UNKNOWN = 3
const ANSWER = 0x8180

const nameIn = (message: Buffer) => {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** The sixteen-bit groups of an IPv6 address; `::` stands for all missing zeros. */
const groupsOf = (address: string) => {
  const [head = [], tail = []] = URL.parse(`http://[${address}]`)!
    .hostname.slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean))
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}

/** A text as stored in a record: in pieces with their lengths. */
const textBytes = (text: string) => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

const bytesOf = (address: string) =>
  address.includes(':')
    ? Buffer.from(
        groupsOf(address)
          .map((group) => group.padStart(4, '0'))
          .join(''),
        'hex',
      )
    : Buffer.from(address.split('.').map(Number))

/** Every name under `.test` resolves to this machine, except one to a private network and one to nothing. */
const namesOfTests = (name: string) => {
  if (!name.endsWith('.test') || name === 'nowhere.test') return
  return [name === 'inside.test' ? '10.0.0.1' : '127.0.0.1']
}

/** A name server for tests: `addresses` returns a name's addresses on each query; `texts` its TXT records. */
export const startNameServer = async (
  addresses: (name: string, asked: number) => string[] | undefined = namesOfTests,
  texts: (name: string) => string[] | undefined = () => undefined,
) => {
  const questions = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (message, sender) => {
    const { name, end } = nameIn(message)
    const type = message.readUInt16BE(end - 4)
    // A and AAAA are requested together: they count once.
    const asked = questions.get(name) ?? 0
    if (type === A) questions.set(name, asked + 1)
    const known = type === TXT ? texts(name) : addresses(name, type === A ? asked + 1 : Math.max(asked, 1))
    const fitting = (known ?? []).filter((value) => type === TXT || value.includes(':') === (type === AAAA))
    const head = Buffer.from(message.subarray(0, end))
    head.writeUInt16BE(ANSWER | (known ? 0 : NAME_UNKNOWN), 2)
    head.writeUInt16BE(fitting.length, 6)
    head.writeUInt32BE(0, 8)
    const records = fitting.map((value) => {
      const data = type === TXT ? textBytes(value) : bytesOf(value)
      const record = Buffer.alloc(12)
      record.writeUInt16BE(0xc00c, 0)
      record.writeUInt16BE(type, 2)
      record.writeUInt16BE(1, 4)
      record.writeUInt16BE(data.length, 10)
      return Buffer.concat([record, data])
    })
    socket.send(Buffer.concat([head, ...records]), sender.port, sender.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    /** How often a name was queried. */
    asked: (name: string) => questions.get(name) ?? 0,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}
export type NameServer = Awaited<ReturnType<typeof startNameServer>>
