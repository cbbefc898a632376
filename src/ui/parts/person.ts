import type { User } from '../../services/contract/accounts.ts'

type Named = Pick<User, 'first_name' | 'last_name' | 'email'>

export const nameOf = ({ first_name, last_name, email }: Named) =>
  `${first_name} ${last_name}`.trim() || email

export const initialsOf = (user: Named) =>
  (user.first_name || user.last_name ? [user.first_name, user.last_name] : [user.email])
    .map((part) => [...part][0] ?? '')
    .join('')
    .toUpperCase()

/** The first letter of an organization's name. */
export const initialOf = ({ name }: { name: string }) => [...name.trim()][0]?.toUpperCase() ?? ''
