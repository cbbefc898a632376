import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'
import { listenFault } from '../../kernel/address.ts'
import type { Config } from '../../kernel/config/config.ts'
import { type Finding, fault, note, ok, reasonOf } from './finding.ts'

const PATIENCE = 10_000 // ms

/** Whether the server is reachable at PUBLIC_URL, through any proxy. */
export const checkAddress = async (config: Config): Promise<Finding[]> => [
  ...(await checkPort(config)),
  ...(await checkPublicAddress(config)),
]

async function checkPort({ host, port }: Config): Promise<Finding[]> {
  const probe = createServer()
  try {
    probe.listen(port, host)
    await once(probe, 'listening')
    return []
  } catch (error) {
    if (reasonOf(error) !== 'EADDRINUSE') {
      const { setting, says } = listenFault(error as NodeJS.ErrnoException)
      return [fault(setting, `${says}.`)]
    }
    const here = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
    if (await isLectern(here)) return []
    return [
      fault('port', `PORT ${port} cannot be used (EADDRINUSE). Stop the other program, or set another PORT.`),
    ]
  } finally {
    probe.close()
  }
}

async function checkPublicAddress({ publicUrl, trustProxy, host }: Config): Promise<Finding[]> {
  if (!publicUrl)
    return [
      host === '127.0.0.1' || host === 'localhost' || host === '::1'
        ? ok('address', 'no PUBLIC_URL: only for this machine')
        : fault(
            'address',
            'PUBLIC_URL is not set: links in emails do not work. Set the address that people type.',
          ),
    ]
  const findings: Finding[] = []
  const { protocol, pathname } = new URL(publicUrl)
  if (protocol !== 'https:')
    findings.push(
      note('address', 'PUBLIC_URL is not https: passwords are sent unencrypted. Put TLS in front.'),
    )
  if (pathname !== '/')
    findings.push(
      fault(
        'address',
        'PUBLIC_URL has a path, and Lectern does not answer below it. Use a host only for Lectern.',
      ),
    )
  if (!trustProxy)
    findings.push(
      note('address', 'TRUST_PROXY is off: behind a proxy, all people count as one in the rate limits.'),
    )
  return [...findings, await reached(publicUrl), await upgraded(publicUrl)]
}

const ask = (publicUrl: string, path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, publicUrl), { headers, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) })

const health = async (url: string) => {
  const answer = await ask(url, '/health')
  const body = await answer.json().catch(() => null)
  return { status: answer.status, isLectern: answer.ok && body?.status === 'ok' }
}

const isLectern = (url: string) =>
  health(url).then(
    (found) => found.isLectern,
    () => false,
  )

async function reached(publicUrl: string): Promise<Finding> {
  try {
    const answer = await health(publicUrl)
    return answer.isLectern
      ? ok('address', `${publicUrl} leads here`)
      : fault(
          'address',
          `${publicUrl}/health answers ${answer.status}: something else is there, or Lectern is not running.`,
        )
  } catch (error) {
    return fault(
      'address',
      `${publicUrl} is not reached (${reasonOf(error)}). Check DNS, proxy and certificate.`,
    )
  }
}

/** A socket for no one is accepted and closed; a proxy that does not pass upgrades responds differently. */
async function upgraded(publicUrl: string): Promise<Finding> {
  const url = new URL(`/api/ws/organizations/${crypto.randomUUID()}`, publicUrl)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url)
  const opened = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE)
    const end = (isOpen: boolean) => {
      clearTimeout(timer)
      resolve(isOpen)
    }
    socket.addEventListener('open', () => end(true))
    socket.addEventListener('error', () => end(false))
  })
  socket.close()
  return opened
    ? ok('sockets', 'pass the proxy')
    : fault('sockets', 'WebSocket upgrades on /api/ws/ do not get through. Let the proxy pass them.')
}
