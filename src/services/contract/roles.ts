import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'

export const Role = z.enum(['owner', 'admin', 'editor', 'viewer'])
export type Role = z.infer<typeof Role>

/**
 * `read` views everything, `chat` asks assistants, `reply` answers customers in the inbox, `edit` changes assistants
 * and knowledge bases, `manage` manages members and the organization itself, `erase` views, exports and erases the data
 * about one person, `own` deletes the organization or transfers it.
 */
export type Right = 'read' | 'chat' | 'reply' | 'edit' | 'manage' | 'erase' | 'own'

/** The rights of each role: the server enforces them, and the app offers actions by them. */
const RIGHTS: Readonly<Record<Role, readonly Right[]>> = {
  owner: ['read', 'chat', 'reply', 'edit', 'manage', 'erase', 'own'],
  admin: ['read', 'chat', 'reply', 'edit', 'manage', 'erase'],
  editor: ['read', 'chat', 'reply', 'edit'],
  viewer: ['read', 'chat'],
}

export const may = (role: Role, right: Right) => RIGHTS[role].includes(right)

/** Only owners can appoint or change owners. */
export const mayGiveRole = (mine: Role, from: Role, to: Role) =>
  may(mine, 'manage') && (may(mine, 'own') || (from !== 'owner' && to !== 'owner'))

export const mayRemove = (mine: Role, theirs: Role) => mayGiveRole(mine, theirs, 'viewer')

/** Names shown to people. */
export const roleName: Readonly<Record<Role, string>> = {
  owner: t('Owner'),
  admin: t('Admin'),
  editor: t('Editor'),
  viewer: t('Viewer'),
}
