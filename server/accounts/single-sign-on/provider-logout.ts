import { Refusal } from '../../kernel/errors.ts'
import type { Provider } from './provider.ts'
import { ProviderFailure } from './provider-failure.ts'
import type { ProviderSessions } from './provider-sessions.ts'
import type { SettingsRepository } from './settings.repository.ts'

type Parts = { settings: SettingsRepository; provider: Provider; providerSessions: ProviderSessions }

const invalidRequest = (detail: string) => new Refusal(400, { detail, code: 'invalid_request' })

export type ProviderLogout = ReturnType<typeof createProviderLogout>

/**
 * OpenID Connect Back-Channel Logout 1.0: ends the sessions that a logout token names.
 * @throws Refusal 400 for an invalid token
 */
export const createProviderLogout =
  ({ settings, provider, providerSessions }: Parts) =>
  async (organizationId: string, token: string): Promise<void> => {
    const row = await settings.provider(organizationId)
    if (!row) throw invalidRequest('No provider yet.')
    try {
      const { iat, ...ended } = await provider.readLogout(row, token)
      await providerSessions.endLoggedOut(organizationId, ended, new Date(iat * 1000))
    } catch (error) {
      throw error instanceof ProviderFailure ? invalidRequest(error.message) : error
    }
  }
