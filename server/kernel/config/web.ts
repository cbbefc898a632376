import * as z from 'zod/mini'
import { ConfigError } from './config-error.ts'
import type { Settings } from './environment.ts'
import { list } from './list.ts'

/** Private networks as `10.1.0.0/16`; name servers as `address:port`, none for those of the machine. */
export type WebSettings = { allowedNetworks: string[]; ports: number[]; nameServers: string[] }

export function webSettings({ WEB_NETWORKS, WEB_PORTS, WEB_NAME_SERVERS }: Settings): WebSettings {
  const allowedNetworks = list(WEB_NETWORKS)
  for (const network of allowedNetworks)
    if (!z.safeParse(z.union([z.cidrv4(), z.cidrv6()]), network).success)
      throw new ConfigError('WEB_NETWORKS: holds networks as 10.1.0.0/16, separated by commas')
  const ports = list(WEB_PORTS).map(Number)
  if (!ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536))
    throw new ConfigError('WEB_PORTS: holds port numbers, separated by commas')
  return { allowedNetworks, ports, nameServers: list(WEB_NAME_SERVERS) }
}
