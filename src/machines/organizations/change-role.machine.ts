import { type Role, roleName } from '../../services/contract/roles.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

export interface RoleChange {
  readonly user_id: string
  readonly name: string
  readonly from: Role | ''
  readonly role: Role | ''
}

export const changeRoleMachine = createFormMachine<RoleChange, { name: string; role: Role }>({
  id: 'changeRole',
  description: 'The dialog that gives a member another role.',
  initial: 'closed',
  empty: { user_id: '', name: '', from: '', role: '' },
  validate: ({ from, role }): Readonly<Record<string, string>> =>
    role === from ? { role: t('This is the current role. Choose another one.') } : {},
  fallback: t('The role could not be changed. Please try again.'),
  says: ({ name, role }) => t('{name} is now {roleName}.', { name, roleName: roleName[role] }),
})
