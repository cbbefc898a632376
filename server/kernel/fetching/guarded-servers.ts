import { isIP } from 'node:net'
import { type AddressSettings, createAddressPolicy, withoutBrackets } from './address-policy.ts'
import { fetchFailure } from './fetch-failure.ts'

/** Servers of protocols other than HTTP, with the port for each kind of encryption: implicit, or by STARTTLS. */
const PORTS = { imap: [993, 143], smtp: [465, 587] } as const
/** Mail programs also send to this one. */
const OTHER_PORTS = [25]
export type ServerProtocol = keyof typeof PORTS

type Server = {
  protocol: ServerProtocol
  host: string
  port: number
  /** If false, the connection begins unencrypted and is upgraded by STARTTLS. */
  isSecure: boolean
}

/** A server to connect to, by its checked address. */
type Reached = Pick<Server, 'port' | 'isSecure'> & {
  address: string
  /** Name that its certificate is for. */
  name: string
  /** Only in the operator's networks. */
  mayBePlain: boolean
}

const WRITTEN = /^(?:(imap|smtp)(s?):\/\/)?(\[[\da-f:.]{2,45}\]|[^\s/:@?#[\]]{1,253})(?::(\d{1,5}))?\/?$/i

/** `imap.example.org`, or `imap://imap.example.org:143`; null for anything else. */
export const serverIn = (protocol: ServerProtocol, text: string): Server | null => {
  const [whole, scheme, s, host, entered] = WRITTEN.exec(text.trim()) ?? []
  if (whole === undefined || (scheme !== undefined && scheme.toLowerCase() !== protocol)) return null
  const [secure, plain] = PORTS[protocol]
  const begun = entered === undefined ? null : Number(entered)
  const isSecure = scheme === undefined ? begun !== plain && !OTHER_PORTS.includes(begun ?? 0) : s !== ''
  return { protocol, host: host!.toLowerCase(), port: begun ?? (isSecure ? secure : plain), isSecure }
}

/** The form that is stored and compared. */
export const addressOf = ({ protocol, host, port, isSecure }: Server) =>
  `${protocol}${isSecure ? 's' : ''}://${host}:${port}`

type Parts = AddressSettings & { resolveName: (name: string) => Promise<string[]> }

/** The same rules as over HTTP: a name is resolved once, and the checked address is used. */
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
    /** The stored form. @throws FetchFailure if the text shows that it may not be used */
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
