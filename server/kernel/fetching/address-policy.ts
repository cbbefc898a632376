import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { fetchFailure } from './fetch-failure.ts'

export type AddressSettings = {
  /** Private networks that may still be read, such as `10.1.0.0/16`. */
  allowedNetworks?: string[]
  ports?: number[]
}
export type AddressPolicy = ReturnType<typeof createAddressPolicy>

/** The only IPv6 range for hosts on the internet. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST))

/** A host name without the brackets of an IPv6 address. */
export const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/**
 * Addresses that may be connected to: public ones, and those of the operator's networks. An IPv4 address inside
 * an IPv6 address (mapped, NAT64, 6to4, Teredo) is never allowed.
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

  /** @throws FetchFailure if any of them is forbidden: a name with mixed answers is an attack */
  const requireAllowed = (addresses: string[]) => {
    if (!addresses.every(isAllowed)) throw fetchFailure('private_address')
  }

  /** Whether unencrypted traffic stays within the operator's networks. */
  const mayBePlain = (addresses: string[]) => addresses.every((address) => isOperators(ipaddr.parse(address)))

  return {
    requireAllowed,
    mayBePlain,

    /** @throws FetchFailure if unencrypted traffic would leave the operator's networks */
    requirePlainAllowed(addresses: string[]) {
      requireAllowed(addresses)
      if (!mayBePlain(addresses)) throw fetchFailure('not_encrypted')
    },

    /**
     * The address as it will be requested, without its fragment.
     * @throws FetchFailure if its text alone shows that it may not be requested
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
      // Only one spelling of an IPv4 address is accepted: the others exist to be misread.
      if (isIPv4(host) && host !== base?.hostname && !text.includes(host))
        throw fetchFailure('private_address')
      if (isIP(host) !== 0) requireAllowed([host])
      url.hash = ''
      return url
    },
  }
}
