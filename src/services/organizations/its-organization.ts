import { lookUp } from '../../machines/look-up.ts'
import { selectPath } from '../../machines/shell/navigation/navigation.selectors.ts'
import { type InSystem, tell } from '../../machines/system.ts'

interface OfOrganization {
  readonly organization_id?: string
}

/** S1.1: what an address names may belong to another organization of the person's: it is shown in that one. */
export function showInItsOrganization(scope: InSystem, askedIn: string | undefined, data: unknown) {
  const organizationId = (data as OfOrganization | null)?.organization_id
  if (!organizationId || organizationId === askedIn) return
  const organizations = lookUp(scope, 'organizations')
  const navigation = lookUp(scope, 'navigation')
  if (!organizations || !navigation) return
  const { list, currentId, pickedId } = organizations.getSnapshot().context
  // A switch that is under way, or over, takes its course.
  if (askedIn !== currentId || pickedId !== null || !list.some(({ id }) => id === organizationId)) return
  const path = selectPath(navigation.getSnapshot())
  tell(scope, 'organizationEntry', { type: 'page.requested', organizationId, path })
}
