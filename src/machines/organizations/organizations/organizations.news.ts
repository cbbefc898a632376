import type { Organization } from '../../../services/contract/organizations.ts'
import { roleName } from '../../../services/contract/roles.ts'
import { t } from '../../../texts/t.ts'
import type { ToastRequest } from '../../toast-request.ts'

type List = readonly Organization[]

/** Changes by others to the person's membership, found by comparing with a new list. */
export const newsOf = (before: List, after: List): readonly ToastRequest[] =>
  before.flatMap(({ id, name, role }): ToastRequest[] => {
    const now = after.find((organization) => organization.id === id)
    if (!now)
      return [
        { id: `role-${id}`, type: 'warning', message: t('You are no longer a member of {name}.', { name }) },
      ]
    return now.role === role
      ? []
      : [
          {
            id: `role-${id}`,
            type: 'info',
            message: t('Your role in {name} is now {roleName}.', {
              name: now.name,
              roleName: roleName[now.role],
            }),
          },
        ]
  })
