import { type InSystem, sendToActor } from '../../machines/system.ts'
import type { TokenPair } from '../contract/accounts.ts'
import { receivedTokens } from './jwt.ts'

/** Starts the session with the pair from the server's response. */
export function startSession(scope: InSystem, pair: TokenPair, now: number) {
  const tokens = receivedTokens(pair, now)
  if (tokens) sendToActor(scope, 'session', { type: 'session.started', tokens })
}
