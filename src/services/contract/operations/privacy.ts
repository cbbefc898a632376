import { Privacy } from '../privacy.ts'
import { operation } from './operation.ts'
import { MANAGE } from './phrases.ts'

/** Answers for a security and privacy review. */
export const privacy = {
  get: operation('GET /api/v1/organizations/:organizationId/privacy', Privacy, {
    summary: 'Get where data goes and who has access',
    description: 'Only hosts and names, never full addresses or secrets.',
    may: 'manage',
    keys: MANAGE,
  }),
}
