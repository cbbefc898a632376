import type { AgreedWait, RefreshFailure } from '../../machines/accounts/session/session.types.ts'
import { t } from '../../texts/t.ts'

/** D2: how a refresh failed; `refused` ends the session. */
export class RefreshError extends Error implements RefreshFailure {
  override readonly name = 'RefreshError'
  readonly refused: boolean
  readonly retryAfter: number | null
  readonly agreed?: AgreedWait

  constructor(cause: unknown, refused: boolean, retryAfter: number | null, agreed?: AgreedWait) {
    super(refused ? 'the refresh was refused' : t('the refresh timed out'), { cause })
    this.refused = refused
    this.retryAfter = retryAfter
    if (agreed) this.agreed = agreed
  }
}
