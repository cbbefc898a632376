import { isIP, isIPv6, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { type AddressPolicy, withoutBrackets } from './address-policy.ts'
import { failureOf } from './fetch-failure.ts'

/** How long an idle connection stays open: a site's next page is often requested within that time. */
const KEPT_FOR = 4_000 // ms
const HEADER_BYTES_MAX = 32 * 1024

/**
 * Connects only to checked addresses. The check is part of connecting: a name is resolved once and the checked
 * address is used, so a later DNS response has no effect.
 */
export const createGuardedAgent = ({
  policy,
  resolveName,
  connectTime,
  bytesMax,
  sendsKeys = false,
}: {
  policy: AddressPolicy
  resolveName: (name: string) => Promise<string[]>
  /** ms */
  connectTime: number
  /** Maximum size of a body; if it is missing, the reader of the body limits it. */
  bytesMax?: number
  /** Plain HTTP is then limited to the operator's networks. */
  sendsKeys?: boolean
}) => {
  const lookUp =
    (require: (addresses: string[]) => void): LookupFunction =>
    (name, options, callback) => {
      resolveName(name)
        .then((addresses) => {
          require(addresses)
          const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
          if (options.all) callback(null, all)
          else callback(null, all[0]!.address, all[0]!.family)
        })
        .catch((error: unknown) => callback(failureOf(error), []))
    }
  const connectWith = (require: (addresses: string[]) => void) => ({
    require,
    connect: buildConnector({ timeout: connectTime, lookup: lookUp(require) }),
  })
  const encrypted = connectWith(policy.requireAllowed)
  const plain = sendsKeys ? connectWith(policy.requirePlainAllowed) : encrypted
  const guarded: buildConnector.connector = (options, callback) => {
    const host = withoutBrackets(options.hostname)
    const { require, connect } = options.protocol === 'https:' ? encrypted : plain
    try {
      // IP addresses need no look-up.
      if (isIP(host) !== 0) require([host])
    } catch (error) {
      return callback(failureOf(error), null)
    }
    connect(options, callback)
  }
  return new Agent({
    connect: guarded,
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveTimeout: KEPT_FOR,
    keepAliveMaxTimeout: KEPT_FOR,
    ...(bytesMax !== undefined && { maxResponseSize: bytesMax }),
  })
}
