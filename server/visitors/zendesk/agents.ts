import type { HandoverSettings } from '../../../src/services/contract/handover.ts'
import { invalid } from '../../kernel/errors.ts'
import { failureOf, fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { Seal } from '../../kernel/secrets.ts'
import { saidIn } from '../../kernel/texts/reasons.ts'
import { say } from '../../kernel/texts/say.ts'
import type { Zendesk, ZendeskAgent } from './zendesk.ts'

const TEST_TIME = 20_000 // ms

type Where = Pick<HandoverSettings, 'zendesk_url' | 'zendesk_email'>

export type Agents = ReturnType<typeof createAgents>

/** Agents entered by organizations; their tokens are stored sealed. */
export const createAgents = ({ zendesk, seal }: { zendesk: Zendesk; seal: Seal }) => {
  const agentOf = ({ zendesk_url, zendesk_email }: Where, token: string): ZendeskAgent => ({
    url: zendesk_url,
    email: zendesk_email,
    token,
  })

  /** A stored token is sent only to the address that it was entered for. */
  const tokenFor = (before: Where, after: Where, sealed: string | null) =>
    sealed !== null && URL.parse(before.zendesk_url)?.origin === URL.parse(after.zendesk_url)?.origin
      ? (seal.open(sealed) ?? '')
      : ''

  return {
    /**
     * The sealed token to store, after Zendesk has accepted it; null if no tickets are created.
     * @throws Refusal 422 with Zendesk's reason, for the faulty field
     */
    async checked(before: Where, after: Where, sealed: string | null, entered: string) {
      if (after.zendesk_url === '') return null
      const isSame = before.zendesk_url === after.zendesk_url && before.zendesk_email === after.zendesk_email
      if (isSame && entered === '' && sealed !== null) return sealed
      const token = entered || tokenFor(before, after, sealed)
      if (after.zendesk_email === '') throw invalid({ zendesk_email: say('field_missing') })
      if (token === '')
        throw invalid({ zendesk_token: say(sealed === null ? 'field_missing' : 'enter_key_again') })
      try {
        zendesk.check(after.zendesk_url)
        await zendesk.verify(agentOf(after, token), AbortSignal.timeout(TEST_TIME))
      } catch (error) {
        const { reason } = error instanceof DOMException ? fetchFailure('too_slow') : failureOf(error)
        const field = reason.code === 'token_refused' ? 'zendesk_token' : 'zendesk_url'
        throw invalid({ [field]: say('source_failure.message', saidIn(reason)) })
      }
      return seal.close(token)
    },

    /** @throws FetchFailure if the token cannot be opened */
    open(where: Where, sealed: string | null): ZendeskAgent {
      const token = sealed === null ? null : seal.open(sealed)
      if (token === null) throw fetchFailure('secrets_lost')
      return agentOf(where, token)
    },
  }
}
