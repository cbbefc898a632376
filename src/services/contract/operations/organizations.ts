import { Usage } from '../billing.ts'
import { Acknowledged } from '../common.ts'
import {
  NewOrganization,
  Organization,
  OrganizationDeletion,
  OrganizationList,
  OrganizationPatch,
} from '../organizations.ts'
import { PIXEL } from './examples.ts'
import { operation } from './operation.ts'
import { MANAGE, PICTURE_TOO_LARGE, READ } from './phrases.ts'

/** Organizations (S7.orgs, S7.orgs-post). */
export const organizations = {
  list: operation('GET /api/v1/organizations', OrganizationList, {
    summary: 'List your organizations',
    who: 'self',
    keys: READ,
  }),
  create: operation('POST /api/v1/organizations', Organization, {
    summary: 'Create an organization',
    who: 'self',
    status: 201,
    body: NewOrganization,
    example: { body: { name: 'Harbour Shoes', description: 'Shoes that are repaired.' } },
    refuses: { 409: 'You own too many organizations.' },
  }),
  get: operation('GET /api/v1/organizations/:organizationId', Organization, {
    summary: 'Get an organization',
    may: 'read',
    keys: READ,
  }),
  change: operation('PATCH /api/v1/organizations/:organizationId', Organization, {
    summary: 'Update an organization',
    may: 'manage',
    keys: MANAGE,
    body: OrganizationPatch,
    example: { body: { name: 'Harbour Shoes', description: 'Shoes that are repaired.' } },
  }),
  setLogo: operation('POST /api/v1/organizations/:organizationId/logo', Organization, {
    summary: 'Upload the logo',
    may: 'manage',
    keys: MANAGE,
    example: { file: PIXEL },
    refuses: PICTURE_TOO_LARGE,
  }),
  removeLogo: operation('DELETE /api/v1/organizations/:organizationId/logo', Organization, {
    summary: 'Remove the logo',
    may: 'manage',
    keys: MANAGE,
  }),
  remove: operation('POST /api/v1/organizations/:organizationId/delete', Acknowledged, {
    summary: 'Delete an organization',
    description: 'Deletes everything in it. Confirm with the organization’s `name`.',
    may: 'own',
    body: OrganizationDeletion,
    example: { body: { name: 'Harbour Shoes' } },
  }),
  usage: operation('GET /api/v1/organizations/:organizationId/usage', Usage, {
    summary: 'Get the usage of the plan',
    may: 'read',
    keys: READ,
  }),
}
