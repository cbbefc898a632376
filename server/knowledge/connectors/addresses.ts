import { mayBeRead } from '../ingestion/sniff.ts'

const IMAGE = /\.(?:png|jpe?g|webp|tiff?)$/i

/** Whether a file with this name has readable text; of a service's many images, few have any. */
export const hasTextByName = (name: string) => mayBeRead(name) && !IMAGE.test(name)

/** A path encoded for an address. */
export const inAddress = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** A service's hosts, as its makers name them; another address, such as a gateway's, serves all of it. */
export const hostsOf = <Hosts extends Readonly<Record<string, string>>>(
  url: string,
  own: string,
  hosts: Hosts,
): Readonly<Record<keyof Hosts, string>> => {
  const { origin, hostname } = new URL(url)
  if (hostname.endsWith(own)) return hosts
  return Object.fromEntries(Object.keys(hosts).map((name) => [name, origin])) as Record<keyof Hosts, string>
}
