import { Erasure, Erasures, PersonalData, Whom } from '../personal-data.ts'
import { operation } from './operation.ts'
import { SEARCHING } from './phrases.ts'

const example = { body: { who: 'grace@example.com' } }

/** The data that an organization keeps about one person: viewed, exported and erased. */
export const personalData = {
  find: operation('POST /api/v1/organizations/:organizationId/personal-data', PersonalData, {
    summary: 'Look up a person’s data',
    description:
      'By email address, account id, visitor id, conversation id, or the id in a signed identity. Only data of this organization is counted. Documents are not searched for names.',
    may: 'erase',
    unaudited: SEARCHING,
    body: Whom,
    example,
  }),
  export: operation('POST /api/v1/organizations/:organizationId/personal-data/export', null, {
    summary: 'Export a person’s data',
    description: 'A ZIP archive with a JSON file for each kind of data, the profile picture, and a readme.',
    may: 'erase',
    body: Whom,
    answers: 'application/zip',
    example,
  }),
  erasures: operation('GET /api/v1/organizations/:organizationId/erasures', Erasures, {
    summary: 'List erasures with their receipts',
    may: 'erase',
  }),
  erase: operation('POST /api/v1/organizations/:organizationId/erasures', Erasure, {
    summary: 'Erase a person',
    description:
      'Runs in the background. The person’s conversations are deleted. What they wrote or created for others is kept without their name, as are entries of the audit log. Their account is deleted if it belongs only to this organization and has never paid. After a restore from a backup, the erasure is repeated. To recognize them then, and so that a former member does not rejoin through the provider, keyed hashes of their addresses are kept.',
    may: 'erase',
    status: 202,
    body: Whom,
    example,
    refuses: {
      404: 'No data about this person was found.',
      409: 'This is you, or the last owner.',
    },
  }),
}
