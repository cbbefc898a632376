import { type InSystem, tell } from '../../machines/system.ts'
import { goTo } from '../shell/go-to.ts'

/** It is none of the person's any more: its pages are left. */
export function leaveOrganization(scope: InSystem, id: string) {
  tell(scope, 'organizations', { type: 'organization.left', id })
  goTo(scope, '/')
}
