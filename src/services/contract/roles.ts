import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'

export const Role = z.enum(['owner', 'admin', 'editor', 'viewer'])
export type Role = z.infer<typeof Role>

/**
 * `read` looks at everything, `chat` asks assistants, `reply` answers customers in the inbox, `edit` changes
 * assistants and knowledge bases, `manage` looks after members and the organization itself, `erase` sees, hands out and
 * erases what is kept about one person, `own` ends the organization or hands it on.
 */
export type Right = 'read' | 'chat' | 'reply' | 'edit' | 'manage' | 'erase' | 'own'

/** What each role may: the server decides by it, the app offers by it. */
const RIGHTS: Readonly<Record<Role, readonly Right[]>> = {
  owner: ['read', 'chat', 'reply', 'edit', 'manage', 'erase', 'own'],
  admin: ['read', 'chat', 'reply', 'edit', 'manage', 'erase'],
  editor: ['read', 'chat', 'reply', 'edit'],
  viewer: ['read', 'chat'],
}

export const may = (role: Role, right: Right) => RIGHTS[role].includes(right)

/** Only owners make owners, and only owners touch them. */
export const mayGiveRole = (mine: Role, from: Role, to: Role) =>
  may(mine, 'manage') && (may(mine, 'own') || (from !== 'owner' && to !== 'owner'))

export const mayRemove = (mine: Role, theirs: Role) => mayGiveRole(mine, theirs, 'viewer')

/** As people call them. */
export const roleName: Readonly<Record<Role, string>> = {
  owner: t('Owner'),
  admin: t('Admin'),
  editor: t('Editor'),
  viewer: t('Viewer'),
}
