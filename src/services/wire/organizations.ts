import * as z from 'zod/mini'
import * as contract from '../contract/organizations.ts'
import { AnyId, lenient } from './lenient.ts'

const read = (known: { readonly name?: string; readonly description: string }) =>
  z.extend(
    lenient(contract.Organization, {
      slug: '',
      settings: {},
      logo_url: null,
      // S6 has no roles: everything is offered, and the server refuses what is not allowed.
      role: 'owner',
      member_count: 1,
      created_at: '',
      updated_at: '',
      ...known,
    }),
    { id: AnyId },
  )

/** S3.3: only id and name are required. */
export const Organization = read({ description: '' })

export const OrganizationList = z.array(Organization)

/** S7.orgs-post: the answer must have the id; the rest is as it was sent. */
export const createdOrganization = ({ name, description = '' }: contract.NewOrganization) =>
  read({ name, description })
