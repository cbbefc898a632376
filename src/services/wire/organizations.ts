import * as z from 'zod/mini'
import * as contract from '../contract/organizations.ts'
import { AnyId, lenient } from './lenient.ts'

const read = (known: { readonly name?: string; readonly description: string }) =>
  z.extend(
    lenient(contract.Organization, {
      slug: '',
      settings: {},
      logo_url: null,
      // S6 knows no roles: everything is offered, and the server refuses what may not be.
      role: 'owner',
      member_count: 1,
      created_at: '',
      updated_at: '',
      ...known,
    }),
    { id: AnyId },
  )

/** S3.3: id and name are what has to be there. */
export const Organization = read({ description: '' })

export const OrganizationList = z.array(Organization)

/** S7.orgs-post: of the answer the id has to be there; the rest is as it was sent. */
export const createdOrganization = ({ name, description = '' }: contract.NewOrganization) =>
  read({ name, description })
