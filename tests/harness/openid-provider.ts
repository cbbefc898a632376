import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export type ProviderAccount = {
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  groups?: string[]
}
export type ProviderSettings = {
  clientId: string
  clientSecret: string
  redirectUri: string
  logoutUri: string
  refreshTokens: boolean
  /** 0: a free one. */
  port: number
}
/** Without claims, the account is removed. */
export type ProviderOrder = { login: string; claims: ProviderAccount | null }

const PROGRAM = path.join(import.meta.dirname, 'openid-provider.process.ts')

/** `oidc-provider` in its own process. Its pages ask for a login, any password, and then for consent. */
export async function startOpenIdProvider(
  settings: Pick<ProviderSettings, 'redirectUri' | 'logoutUri'> & Partial<ProviderSettings>,
) {
  const all: ProviderSettings = {
    clientId: 'lectern',
    clientSecret: 'a secret of the provider',
    refreshTokens: true,
    port: 0,
    ...settings,
  }
  const child = fork(PROGRAM, [JSON.stringify(all)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const said: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const failed = once(child, 'exit').then(() => {
    throw new Error(`the provider ended: ${said.join('')}`)
  })
  failed.catch(() => {})
  const [{ issuer }] = (await Promise.race([once(child, 'message'), failed])) as [{ issuer: string }]
  const order = async (one: ProviderOrder) => {
    const done = once(child, 'message')
    child.send(one)
    await done
  }
  return {
    ...all,
    issuer,
    port: Number(new URL(issuer).port),
    account: (login: string, claims: ProviderAccount) => order({ login, claims }),
    remove: (login: string) => order({ login, claims: null }),
    async close() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

/** A browser without scripts: it keeps each host's cookies, and follows redirects. */
export const createCookieBrowser = () => {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = ({ host }: URL) => {
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    return jar
  }
  const send = async (address: string | URL, init: RequestInit = {}) => {
    const url = new URL(address)
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  const post = (url: URL, fields: Record<string, string>) =>
    send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  return {
    send,
    cookies: (address: string) => jarOf(new URL(address)),
    /**
     * Goes from `address` through a provider's pages, as `login`, until an address that `stop` matches, which is
     * not opened.
     */
    async signIn(address: string, login: string, stop: (url: URL) => boolean): Promise<URL> {
      let url = new URL(address)
      let answer = await send(url)
      for (let hops = 0; hops < 20; hops++) {
        const location = answer.headers.get('location')
        if (location !== null) {
          url = new URL(location, url)
          if (stop(url)) return url
          answer = await send(url)
          continue
        }
        const page = await answer.text()
        const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
        if (!action || !prompt)
          throw new Error(`no form at ${url.href}: ${answer.status} ${page.slice(0, 500)}`)
        url = new URL(action, url)
        answer = await post(url, { prompt, ...(prompt === 'login' && { login, password: 'any' }) })
      }
      throw new Error('too many hops')
    },
    /** Logs out at the provider itself, on its page. */
    async logOutAt(issuer: string) {
      const page = await (await send(`${issuer}/session/end`)).text()
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
      return post(new URL(`${issuer}/session/end/confirm`), { xsrf, logout: 'yes' })
    },
  }
}
