import { waitFor } from 'xstate'
import { lookUp } from '../machines/look-up.ts'
import { type InSystem, tell } from '../machines/system.ts'

const PATIENCE = 30_000

/** Tokens for sockets: renewed before a dial when they would soon expire, and after one that was refused. */
export function createSocketTokens(now: () => number) {
  let dialledWith = -1
  return {
    async freshToken(scope: InSystem) {
      const session = lookUp(scope, 'session')
      if (!session) throw new Error('no session runs in this system')
      session.send({ type: 'clock.tick', now: now() })
      const { context } = await waitFor(session, (snapshot) => snapshot.hasTag('settled'), {
        timeout: PATIENCE,
      })
      if (!context.tokens) throw new Error('nobody is signed in')
      dialledWith = context.generation
      return context.tokens.access
    },
    tokenRefused: (scope: InSystem) =>
      tell(scope, 'session', { type: 'http.unauthorized', generation: dialledWith }),
  }
}

/** `wss://host` of the API, which is this origin unless the configuration says otherwise. */
export function socketOrigin(apiBase: string) {
  const url = new URL(apiBase || '/', location.origin)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href.replace(/\/$/, '')
}
