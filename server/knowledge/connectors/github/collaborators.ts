import * as z from 'zod/mini'
import { remembered } from '../remembered.ts'
import { AT_ONCE, listed, type Service } from './service.ts'

const Collaborator = z.object({
  login: z.string().check(z.regex(/^[\w.-]+(?:\[bot\])?$/)),
  permissions: z.optional(z.object({ pull: z.boolean() })),
})
/** The address that somebody shows on their profile, which GitHub has verified; most show none. */
const Profile = z.object({ email: z.nullish(z.string()) })

/**
 * The addresses of those who may read a repository: whom it was shared with, and whom a team or the organization lets.
 * Only accounts that may write to a repository may list them.
 */
export const createCollaborators = (service: Service) => {
  const { http, api, headers } = service
  const addressOf = remembered(async (login) => {
    const { email } = await http.json(`${api}/users/${encodeURIComponent(login)}`, Profile, headers)
    return email ?? ''
  })
  return remembered(async (repository) => {
    const people: string[] = []
    const path = `/repos/${repository}/collaborators?affiliation=all&per_page=${AT_ONCE}`
    for await (const { login, permissions } of listed(service, path, Collaborator))
      if (permissions?.pull !== false) people.push(await addressOf(login))
    return people.filter((address) => address !== '')
  })
}
