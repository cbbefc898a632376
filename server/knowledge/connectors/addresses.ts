import { mayBeRead } from '../ingestion/sniff.ts'

const IMAGE = /\.(?:png|jpe?g|webp|tiff?)$/i

/** Whether a file of this name has text that can be read; a service has many images, of which few have any. */
export const hasTextByName = (name: string) => mayBeRead(name) && !IMAGE.test(name)

/** A path as a part of an address. */
export const inAddress = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** The hosts of a service, as its makers name them; at another address, as of a gateway, all of it is there. */
export const hostsOf = <Hosts extends Readonly<Record<string, string>>>(
  url: string,
  own: string,
  hosts: Hosts,
): Readonly<Record<keyof Hosts, string>> => {
  const { origin, hostname } = new URL(url)
  if (hostname.endsWith(own)) return hosts
  return Object.fromEntries(Object.keys(hosts).map((name) => [name, origin])) as Record<keyof Hosts, string>
}
