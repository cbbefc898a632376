import { isIP } from 'node:net'
import { type AddressSettings, createAddressPolicy, withoutBrackets } from './address-policy.ts'
import { fetchFailure } from './fetch-failure.ts'

/** Servers that are asked by other protocols than HTTP, with the port for each way to encrypt: at once, or by STARTTLS. */
const PORTS = { imap: [993, 143], smtp: [465, 587] } as const
/** Where mail programs also send to. */
const OTHER_PORTS = [25]
export type ServerProtocol = keyof typeof PORTS

export type Server = {
  protocol: ServerProtocol
  host: string
  port: number
  /** Else the connection begins unencrypted, and is encrypted by STARTTLS. */
  isSecure: boolean
}

/** A server as it may be connected to: by the address that was checked. */
export type Reached = Pick<Server, 'port' | 'isSecure'> & {
  address: string
  /** Which its certificate is for. */
  name: string
  /** In networks of the operator alone. */
  mayBePlain: boolean
}

const WRITTEN = /^(?:(imap|smtp)(s?):\/\/)?(\[[\da-f:.]{2,45}\]|[^\s/:@?#[\]]{1,253})(?::(\d{1,5}))?\/?$/i

/** `imap.example.org`, or `imap://imap.example.org:143`; null for all else. */
export const serverIn = (protocol: ServerProtocol, text: string): Server | null => {
  const [whole, scheme, s, host, entered] = WRITTEN.exec(text.trim()) ?? []
  if (whole === undefined || (scheme !== undefined && scheme.toLowerCase() !== protocol)) return null
  const [secure, plain] = PORTS[protocol]
  const begun = entered === undefined ? null : Number(entered)
  const isSecure = scheme === undefined ? begun !== plain && !OTHER_PORTS.includes(begun ?? 0) : s !== ''
  return { protocol, host: host!.toLowerCase(), port: begun ?? (isSecure ? secure : plain), isSecure }
}

/** As it is stored and compared. */
export const addressOf = ({ protocol, host, port, isSecure }: Server) =>
  `${protocol}${isSecure ? 's' : ''}://${host}:${port}`

type Parts = AddressSettings & { resolveName: (name: string) => Promise<string[]> }

/** The same rules as for what is asked by HTTP: a name is resolved once, and the address that was checked is connected to. */
export const createGuardedServers = ({ resolveName, allowedNetworks, ports = [] }: Parts) => {
  const policy = createAddressPolicy({
    ...(allowedNetworks && { allowedNetworks }),
    ports: [...Object.values(PORTS).flat(), ...OTHER_PORTS, ...ports],
  })
  const parsed = (protocol: ServerProtocol, text: string) => {
    const server = serverIn(protocol, text)
    if (!server) throw fetchFailure('no_server_name')
    policy.parse(`https://${server.host}:${server.port}`)
    return server
  }
  return {
    /** As it is stored. @throws FetchFailure for what may not be asked, as far as the text shows */
    check: (protocol: ServerProtocol, text: string) => addressOf(parsed(protocol, text)),

    /** @throws FetchFailure */
    async reach(protocol: ServerProtocol, text: string): Promise<Reached> {
      const { host, port, isSecure } = parsed(protocol, text)
      const name = withoutBrackets(host)
      const addresses = isIP(name) === 0 ? await resolveName(name) : [name]
      policy.requireAllowed(addresses)
      return { address: addresses[0]!, name, port, isSecure, mayBePlain: policy.mayBePlain(addresses) }
    },
  }
}
