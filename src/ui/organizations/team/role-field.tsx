import { type Role, roleName } from '../../../services/contract/roles.ts'
import { t } from '../../../texts/t.ts'
import { RadioList } from '../../parts/choice-list.tsx'

const roleHint: Readonly<Record<Role, string>> = {
  owner: t('Full access, including deleting the organization and transferring ownership.'),
  admin: t(
    'Can manage members, groups, invitations, the organization’s name and logo, and how long conversations are kept, plus everything below.',
  ),
  editor: t('Can create and edit assistants and knowledge bases.'),
  viewer: t('Can read everything that is not restricted to others, and ask assistants.'),
}

/** One of the roles that can be given, each with its rights. */
export const RoleField = ({ roles }: { roles: readonly Role[] }) => (
  <RadioList
    name="role"
    label={t('Role')}
    choices={roles.map((role) => ({ value: role, label: roleName[role], hint: roleHint[role] }))}
  />
)
