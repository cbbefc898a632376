import { waitFor } from 'xstate'
import type { SessionSnapshot } from '../../machines/accounts/session/session.machine.ts'
import { lookUp } from '../../machines/look-up.ts'
import { type InSystem, sendToActor } from '../../machines/system.ts'

const PATIENCE = 30_000

/** Tokens for sockets: renewed before a dial if they expire soon, and after one that was refused. */
export function createSocketTokens(now: () => number) {
  let dialledWith = -1
  let doubted = false
  /** The generation that a doubt produced: if it is refused as well, the token was not the reason. */
  let brought = -1
  return {
    async freshToken(scope: InSystem) {
      const session = lookUp(scope, 'session')
      if (!session) throw new Error('no session runs in this system')
      session.send({ type: 'clock.tick', now: now() })
      const isReady = (snapshot: SessionSnapshot) =>
        snapshot.hasTag('settled') && !(doubted && snapshot.matches({ signedIn: 'refreshing' }))
      const { context } = await waitFor(session, isReady, { timeout: PATIENCE })
      if (!context.tokens) throw new Error('nobody is signed in')
      if (doubted && context.generation > dialledWith) brought = context.generation
      doubted = false
      dialledWith = context.generation
      return context.tokens.access
    },
    tokenRefused: (scope: InSystem) =>
      sendToActor(scope, 'session', { type: 'http.unauthorized', generation: dialledWith }),
    /** A dial succeeded: another refusal may have another reason. */
    tokenAccepted() {
      brought = -1
    },
    /** The upgrade was refused; a page cannot see whether because of the token. */
    tokenDoubted(scope: InSystem) {
      if (dialledWith === brought) return
      doubted = true
      sendToActor(scope, 'session', { type: 'token.doubted', generation: dialledWith })
    },
  }
}

/** `wss://host` of the API: this origin unless the configuration says otherwise. */
export function socketOrigin(apiBase: string) {
  const url = new URL(apiBase || '/', location.origin)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href.replace(/\/$/, '')
}
