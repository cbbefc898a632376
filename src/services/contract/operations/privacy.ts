import { Privacy } from '../privacy.ts'
import { operation } from './operation.ts'
import { MANAGE } from './phrases.ts'

/** What a review of security and privacy asks for. */
export const privacy = {
  get: operation('GET /api/v1/organizations/:organizationId/privacy', Privacy, {
    summary: 'Read where data goes and who has access',
    description: 'Hosts and names alone: no address with its path, and no secret.',
    may: 'manage',
    keys: MANAGE,
  }),
}
