import type { Config } from '../../config/config.ts'
import { type Finding, fault, note, ok, reasonOf } from './finding.ts'

const PATIENCE = 10_000 // ms

/** Whether people reach the server where PUBLIC_URL says, through whatever is in front of it. */
export async function checkAddress({ publicUrl, trustProxy, host }: Config): Promise<Finding[]> {
  if (!publicUrl)
    return [
      host === '127.0.0.1' || host === 'localhost' || host === '::1'
        ? ok('address', 'no PUBLIC_URL: for this machine alone')
        : fault(
            'address',
            'PUBLIC_URL is not set: links in mails lead nowhere. Set the address that people type.',
          ),
    ]
  const findings: Finding[] = []
  const { protocol, pathname } = new URL(publicUrl)
  if (protocol !== 'https:')
    findings.push(note('address', 'PUBLIC_URL is not https: passwords travel in the open. Put TLS in front.'))
  if (pathname !== '/')
    findings.push(
      fault('address', 'PUBLIC_URL has a path, below which Lectern does not answer. Use a host of its own.'),
    )
  if (!trustProxy)
    findings.push(
      note('address', 'TRUST_PROXY is off: behind a proxy, all people count as one in the rate limits.'),
    )
  return [...findings, await reached(publicUrl), await upgraded(publicUrl)]
}

const ask = (publicUrl: string, path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, publicUrl), { headers, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) })

async function reached(publicUrl: string): Promise<Finding> {
  try {
    const answer = await ask(publicUrl, '/health')
    const body = await answer.json().catch(() => null)
    return answer.ok && body?.status === 'ok'
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

/** A socket for nobody is accepted and closed; a proxy that does not pass upgrades gives another answer. */
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
