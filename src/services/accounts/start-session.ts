import { type InSystem, tell } from '../../machines/system.ts'
import type { TokenPair } from '../contract/accounts.ts'
import { receivedTokens } from './jwt.ts'

/** The session begins with the pair that the server has just answered. */
export function startSession(scope: InSystem, pair: TokenPair, now: number) {
  const tokens = receivedTokens(pair, now)
  if (tokens) tell(scope, 'session', { type: 'session.started', tokens })
}
