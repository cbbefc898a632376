import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { t } from '../../texts/t.ts'
import { useActors, usePath, useRouteParam } from '../actors.ts'
import { Link } from '../parts/link.tsx'
import { useOrganizationId, useResource } from '../workspace.ts'
import {
  accountItems,
  administratorItems,
  billingItems,
  chatItem,
  inboxItem,
  integrationItems,
  mainGroups,
  settingsItem,
} from './nav-items.ts'
import { isInSettings } from './settings/settings-items.ts'

interface Crumb {
  readonly label: string
  readonly path: string
}

/** `/settings` is a prefix of its other tabs' addresses. */
const sections: readonly Crumb[] = [
  chatItem,
  inboxItem,
  ...mainGroups.flatMap(({ items }) => items),
  ...accountItems.toReversed(),
  ...billingItems,
  ...administratorItems,
  { label: t('Profile'), path: '/profile' },
]

const WAITING = '…'

/** S2.16: Settings and its page. */
const trailOf = (section: Crumb): readonly Crumb[] =>
  isInSettings(section.path) ? [settingsItem, { ...section, path: `${section.path}#` }] : [section]

function useSection(): readonly Crumb[] {
  const path = usePath()
  const section = sections.find((item) => path === item.path || path.startsWith(`${item.path}/`))
  return section ? trailOf(section) : []
}

/** S2.30: the person's location. */
export function Breadcrumbs() {
  const integrationId = useRouteParam('integrationId')
  const knowledgeBaseId = useRouteParam('id')
  if (integrationId !== '') return <IntegrationTrail key={integrationId} id={integrationId} />
  if (knowledgeBaseId !== '') return <KnowledgeBaseTrail key={knowledgeBaseId} id={knowledgeBaseId} />
  return <SectionTrail />
}

const SectionTrail = () => <Trail crumbs={useSection()} />

/** S2.30: an integration's name comes from its general data. */
function IntegrationTrail({ id }: { id: string }) {
  const general = useResource('integrationGeneral', { organizationId: useOrganizationId(), id })
  const path = usePath()
  const tab = integrationItems(id).find((item) => item.path === path)
  const crumb = { label: useNameIn(general), path: `/integrations/${id}` }
  return (
    <Trail crumbs={[...useSection(), crumb, ...(tab ? [{ label: tab.label, path: `${tab.path}#` }] : [])]} />
  )
}

function KnowledgeBaseTrail({ id }: { id: string }) {
  const knowledgeBase = useResource('knowledgeBase', { organizationId: useOrganizationId(), id })
  return <Trail crumbs={[...useSection(), { label: useNameIn(knowledgeBase), path: usePath() }]} />
}

const useNameIn = ({ actor }: Pick<ReturnType<typeof useResource>, 'actor'>) =>
  useSelector(actor, (resource) =>
    resource.hasTag('missing')
      ? t('Page Not Found')
      : ((resource.context.data as { name: string } | undefined)?.name ?? WAITING),
  )

/** The current thing's name is in the document's title, too. */
function useTitle([, shown]: readonly Crumb[]) {
  const { navigation } = useActors()
  const path = usePath()
  const name = shown?.label ?? WAITING
  useEffect(() => {
    if (name !== WAITING) navigation.send({ type: 'screen.named', name })
  }, [navigation, name, path])
}

/** On a phone, only the page and its parent are shown, because three levels would be truncated. */
function Trail({ crumbs }: { crumbs: readonly Crumb[] }) {
  useTitle(crumbs)
  return (
    <chakra.ol
      display="flex"
      alignItems="center"
      gap="2"
      fontSize="md"
      color="ink.2"
      listStyleType="none"
      minWidth={0}
    >
      {crumbs.map(({ label, path }, place) => (
        <chakra.li
          key={path}
          display="flex"
          alignItems="center"
          gap="2"
          minWidth={0}
          hideBelow={place < crumbs.length - 2 ? 'md' : undefined}
          flexShrink={{ base: 1, md: 0 }}
          _last={{ flexShrink: { base: 0, md: 1 }, maxWidth: 'full' }}
        >
          {place > 0 && (
            <chakra.span aria-hidden hideBelow={place < crumbs.length - 1 ? 'md' : undefined}>
              /
            </chakra.span>
          )}
          {place === crumbs.length - 1 ? (
            <chakra.b aria-current="page" color="ink" fontWeight="bold" truncate dir="auto">
              {label}
            </chakra.b>
          ) : (
            <Link to={path} fontWeight="normal" color="ink.2" truncate maxWidth="12rem">
              {label}
            </Link>
          )}
        </chakra.li>
      ))}
    </chakra.ol>
  )
}
