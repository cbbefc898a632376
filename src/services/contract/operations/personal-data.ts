import { Erasure, Erasures, PersonalData, Whom } from '../personal-data.ts'
import { operation } from './operation.ts'
import { SEARCHING } from './phrases.ts'

const example = { body: { who: 'grace@example.com' } }

/** What an organization keeps about one person: seen, handed out and erased. */
export const personalData = {
  find: operation('POST /api/v1/organizations/:organizationId/personal-data', PersonalData, {
    summary: 'Look up what is kept about a person',
    description:
      'By an email address, the id of an account, of a visitor or of one of their conversations, or the id in a signed identity. Only data of this organization is counted. Documents are not searched for names.',
    may: 'erase',
    unaudited: SEARCHING,
    body: Whom,
    example,
  }),
  export: operation('POST /api/v1/organizations/:organizationId/personal-data/export', null, {
    summary: 'Export what is kept about a person',
    description: 'A ZIP archive: a JSON file for each kind, their profile picture, and a readme.',
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
      'Carried out in turns after the answer. Their conversations are deleted. What they wrote or made for others stays without their name, as do entries of the audit log. Their account is deleted if it belongs to this organization alone and has never paid. After a restore it is carried out again.',
    may: 'erase',
    status: 202,
    body: Whom,
    example,
    refuses: {
      404: 'Nothing is kept about them.',
      409: 'It is the caller, or the last owner.',
    },
  }),
}
