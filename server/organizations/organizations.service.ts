import { randomBytes } from 'node:crypto'
import type * as z from 'zod/mini'
import type { NewOrganization } from '../../src/services/contract/organizations.ts'
import { notFound } from '../errors.ts'
import type { OrganizationsRepository } from './organizations.repository.ts'
import type { OrganizationForMember } from './organizations.types.ts'

const SLUG_MAX = 40

export type Organizations = ReturnType<typeof createOrganizations>

export function createOrganizations(organizations: OrganizationsRepository) {
  return {
    of: (userId: string) => organizations.of(userId),

    /** @throws Refusal 404 when the user is no member, or there is no such organization */
    async one(userId: string, id: string): Promise<OrganizationForMember> {
      const organization = (await organizations.of(userId)).find((one) => one.id === id)
      if (!organization) throw notFound('Organization')
      return organization
    },

    /** The creator becomes its owner. */
    async create(ownerId: string, input: z.output<typeof NewOrganization>): Promise<OrganizationForMember> {
      const slug = slugOf(input.name)
      for (const end of ['', ...Array.from({ length: 5 }, () => `-${randomBytes(3).toString('hex')}`)]) {
        const created = await organizations.insert({ ...input, slug: slug + end }, ownerId)
        if (created) return { ...created, role: 'owner', memberCount: 1 }
      }
      throw new Error('no free slug was found')
    },
  }
}

function slugOf(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-').slice(0, SLUG_MAX) || 'organization'
}
