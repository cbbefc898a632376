import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { fetchFailure } from './fetch-failure.ts'

export type AddressSettings = {
  /** Private networks that may be read all the same, as `10.1.0.0/16`. */
  allowedNetworks?: string[]
  ports?: number[]
}
export type AddressPolicy = ReturnType<typeof createAddressPolicy>

/** The only IPv6 addresses that are given to hosts of the internet. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST))

/** A host name without the brackets of an IPv6 address. */
export const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/**
 * Which addresses may be connected to: public ones, and those of the operator's networks. An IPv4 address inside
 * an IPv6 address (mapped, NAT64, 6to4, Teredo) is never among them.
 */
export const createAddressPolicy = ({ allowedNetworks = [], ports = [80, 443] }: AddressSettings = {}) => {
  const networks = allowedNetworks.map((network) => ipaddr.parseCIDR(network))

  const isOperators = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
    networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))

  const isAllowed = (text: string) => {
    if (isIP(text) === 0) return false
    const address = ipaddr.parse(text)
    return isPublic(address) || isOperators(address)
  }

  /** @throws FetchFailure where one of them may not be connected to: a name with mixed answers is an attack */
  const requireAllowed = (addresses: string[]) => {
    if (!addresses.every(isAllowed)) throw fetchFailure('private_address')
  }

  /** Whether what is sent unencrypted stays in the networks of the operator. */
  const mayBePlain = (addresses: string[]) => addresses.every((address) => isOperators(ipaddr.parse(address)))

  return {
    requireAllowed,
    mayBePlain,

    /** @throws FetchFailure where what is sent unencrypted would leave the networks of the operator */
    requirePlainAllowed(addresses: string[]) {
      requireAllowed(addresses)
      if (!mayBePlain(addresses)) throw fetchFailure('not_encrypted')
    },

    /**
     * The address as it will be asked for, without its fragment.
     * @throws FetchFailure for what names no place that may be asked, as far as its text alone shows
     */
    parse(text: string, base?: URL): URL {
      const url = URL.parse(text, base?.href)
      if (!url) throw fetchFailure('invalid_address')
      if (url.protocol !== 'http:' && url.protocol !== 'https:') throw fetchFailure('not_http')
      if (url.username !== '' || url.password !== '') throw fetchFailure('credentials')
      const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
      if (!ports.includes(port)) throw fetchFailure('port_not_allowed')
      const host = withoutBrackets(url.hostname)
      if (host.endsWith('.')) throw fetchFailure('invalid_address')
      // Of many spellings of an IPv4 address one is read: the others are there to be misread.
      if (isIPv4(host) && host !== base?.hostname && !text.includes(host))
        throw fetchFailure('private_address')
      if (isIP(host) !== 0) requireAllowed([host])
      url.hash = ''
      return url
    },
  }
}
