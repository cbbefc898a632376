import { createServer, type Socket } from 'node:net'
import { listening } from './listening.ts'

export type StoredMail = { uid: number; raw: Buffer; flags: Set<string> }
export type Account = { password: string; mails: StoredMail[] }

type Options = {
  accounts: ReadonlyMap<string, Account>
  isRefused: () => boolean
}

const unquoted = (text: string) => text.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1')
const WORDS = /"(?:[^"\\]|\\.)*"|\([^)]*\)|[^\s()]+/g

/** The mails in a set such as `3:*` or `4,7`. */
const inSet = (mails: StoredMail[], set: string) =>
  mails.filter(({ uid }, at) =>
    set.split(',').some((range) => {
      const last = mails.at(-1)?.uid ?? 0
      const [first = 0, end = first] = range.split(':').map((one) => (one === '*' ? last : Number(one)))
      const [from, to] = [Math.min(first, end), Math.max(first, end)]
      return (uid >= from && uid <= to) || (range.includes('*') && at === mails.length - 1)
    }),
  )

const headersOf = (raw: Buffer, names: string[]) => {
  const [head = ''] = raw.toString('latin1').split('\r\n\r\n', 1)
  const wanted = head
    .split(/\r\n(?![ \t])/)
    .filter((line) => names.includes((line.split(':')[0] ?? '').toLowerCase()))
  return Buffer.from(`${wanted.map((line) => `${line}\r\n`).join('')}\r\n`, 'latin1')
}

/** The part of IMAP4rev1 (RFC 3501) that a program reading one folder needs. */
export const startImapServer = async ({ accounts, isRefused }: Options) => {
  const sockets = new Set<Socket>()
  /** The commands received, without passwords. */
  const asked: string[] = []

  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const say = (line: string | Buffer) => void (socket.writable && socket.write(line))
    let account: Account | undefined
    let waiting = ''

    const item = ({ uid, raw, flags }: StoredMail, wanted: string): (string | Buffer)[] => {
      const fields = /BODY\.PEEK\[HEADER\.FIELDS \(([^)]*)\)\]/i.exec(wanted)?.[1]
      const part = /BODY\.PEEK\[\](?:<(\d+)\.(\d+)>)?/i.exec(wanted)
      const values: (string | Buffer)[] = [`UID ${uid}`]
      if (/\bFLAGS\b/i.test(wanted)) values.push(` FLAGS (${[...flags].join(' ')})`)
      if (fields !== undefined) {
        const found = headersOf(raw, fields.toLowerCase().split(' '))
        values.push(` BODY[HEADER.FIELDS (${fields})] {${found.length}}\r\n`, found)
      }
      if (part) {
        const [, from = '0', length = String(raw.length)] = part
        const found = raw.subarray(Number(from), Number(from) + Number(length))
        values.push(` BODY[]${part[1] === undefined ? '' : `<${from}>`} {${found.length}}\r\n`, found)
      }
      return values
    }

    const uidCommand = (mails: StoredMail[], tag: string, asked: string) => {
      const [what = '', set = '', ...rest] = asked.split(' ')
      if (/^search$/i.test(what)) {
        const named = rest.length > 0 && /^uid$/i.test(set) ? rest[0]! : set
        say(
          `* SEARCH ${inSet(mails, named)
            .map(({ uid }) => uid)
            .join(' ')}\r\n`,
        )
      } else
        for (const mail of inSet(mails, set)) {
          const at = mails.indexOf(mail) + 1
          if (/^store$/i.test(what)) {
            for (const flag of rest.join(' ').match(/\\\w+/g) ?? []) mail.flags.add(flag)
            say(`* ${at} FETCH (UID ${mail.uid} FLAGS (${[...mail.flags].join(' ')}))\r\n`)
          } else {
            say(`* ${at} FETCH (`)
            for (const value of item(mail, rest.join(' '))) say(value)
            say(')\r\n')
          }
        }
      say(`${tag} OK done\r\n`)
    }

    const command = (line: string) => {
      const [tag = '', name = '', ...words] = line.match(WORDS) ?? []
      asked.push(/^login$/i.test(name) ? 'LOGIN' : line.slice(tag.length + 1))
      switch (name.toUpperCase()) {
        case 'CAPABILITY':
          say(`* CAPABILITY IMAP4rev1\r\n${tag} OK done\r\n`)
          break
        case 'LOGIN': {
          const [user = '', password = ''] = words.map(unquoted)
          const found = accounts.get(user)
          if (isRefused() || found?.password !== password)
            return say(`${tag} NO [AUTHENTICATIONFAILED] Invalid credentials\r\n`)
          account = found
          say(`${tag} OK done\r\n`)
          break
        }
        case 'LIST':
          say(`* LIST () "/" "INBOX"\r\n${tag} OK done\r\n`)
          break
        case 'SELECT':
        case 'EXAMINE': {
          if (unquoted(words[0] ?? '').toUpperCase() !== 'INBOX') return say(`${tag} NO no such folder\r\n`)
          const mails = account!.mails
          say(
            `* ${mails.length} EXISTS\r\n* 0 RECENT\r\n* FLAGS (\\Answered \\Seen)\r\n* OK [PERMANENTFLAGS (\\Answered \\Seen)] limited\r\n* OK [UIDVALIDITY 7] valid\r\n* OK [UIDNEXT ${(mails.at(-1)?.uid ?? 0) + 1}] next\r\n${tag} OK done\r\n`,
          )
          break
        }
        case 'UID':
          uidCommand(account!.mails, tag, line.slice(line.search(/uid/i) + 4))
          break
        case 'LOGOUT':
          say(`* BYE\r\n${tag} OK done\r\n`)
          socket.end()
          break
        case 'NOOP':
          say(`${tag} OK done\r\n`)
          break
        default:
          say(`${tag} BAD what?\r\n`)
      }
    }

    say('* OK IMAP4rev1 ready\r\n')
    socket.on('data', (bytes) => {
      waiting += bytes.toString()
      const lines = waiting.split('\r\n')
      waiting = lines.pop()!
      for (const line of lines) command(line)
    })
  }

  const server = createServer(serve)
  const { port, close } = await listening(server)
  return {
    port,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy()
      await close()
    },
  }
}
