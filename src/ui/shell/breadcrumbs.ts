import { useEffect } from 'react'
import { useActors, usePath, useRouteParam } from '../actors.ts'
import { useOrganizationId, useResource, useResourceData } from '../workspace.ts'
import {
  accountItems,
  administratorItems,
  billingItems,
  chatItem,
  integrationItems,
  mainGroups,
} from './nav-items.ts'

interface Crumb {
  readonly label: string
  readonly path: string
}

/** `/settings` begins the addresses of its other tabs. */
const sections: readonly Crumb[] = [
  chatItem,
  ...mainGroups.flatMap(({ items }) => items),
  ...accountItems.toReversed(),
  ...billingItems,
  ...administratorItems,
  { label: 'Profile', path: '/profile' },
  ...administratorItems,
]

const WAITING = '…'

/** S2.30: the names of knowledge bases and integrations come from their data. */
export function useBreadcrumbs(): readonly Crumb[] {
  const organizationId = useOrganizationId()
  const path = usePath()
  const integrationId = useRouteParam('integrationId')
  const knowledgeBaseId = useRouteParam('id')
  const integrations = useResourceData(useResource('integrations', { organizationId }))
  const knowledgeBases = useResourceData(useResource('knowledgeBases', { organizationId }))
  const section = sections.find((item) => path === item.path || path.startsWith(`${item.path}/`))
  if (!section) return []
  const trail: Crumb[] = [section]
  const nameOf = (list: readonly { id: string; name: string }[] | null, id: string) =>
    list?.find((item) => item.id === id)?.name ?? WAITING
  if (integrationId !== '') {
    trail.push({ label: nameOf(integrations, integrationId), path: `/integrations/${integrationId}` })
    const tab = integrationItems(integrationId).find((item) => item.path === path)
    if (tab) trail.push({ label: tab.label, path: `${tab.path}#` })
  } else if (knowledgeBaseId !== '') {
    trail.push({ label: nameOf(knowledgeBases, knowledgeBaseId), path })
  }
  return trail
}

/** What is looked at has its name in the document's title, too. */
export function useTitle([, shown]: readonly Crumb[]) {
  const { navigation } = useActors()
  const path = usePath()
  const name = shown?.label ?? WAITING
  useEffect(() => {
    if (name !== WAITING) navigation.send({ type: 'screen.named', name })
  }, [navigation, name, path])
}
