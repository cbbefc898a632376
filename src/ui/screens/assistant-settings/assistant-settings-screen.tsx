import { Box, Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { canEdit } from '../../../machines/organizations/organizations.selectors.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import { usePath, useRouteParam, useSearchParam } from '../../actors.ts'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { PartTabs } from '../../parts/part-tabs.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SkeletonLine } from '../../parts/states.tsx'
import { useOrganizationId, useResource, useWorkspace } from '../../workspace.ts'
import { DangerZone } from './danger-zone.tsx'
import { PublicPagePanel } from './public-page-panel.tsx'
import { SettingsForm } from './settings-form.tsx'
import { Standing } from './standing.tsx'
import { Versions } from './versions.tsx'

const LEAD = 'How this assistant looks, what it answers from, and who may ask it.'

const partsOf = (path: string) => [
  { to: path, label: 'Assistant' },
  { to: `${path}?part=public`, label: 'Public page' },
  { to: `${path}?part=versions`, label: 'Versions' },
]

/** S2.17: an assistant's draft, its public page and its versions; one part at a time. */
export function AssistantSettingsScreen() {
  const organizationId = useOrganizationId()
  const id = useRouteParam('integrationId')
  const path = usePath()
  const integration = useResource('integration', { organizationId, id })
  return (
    <ResourceView resource={integration} title="Settings" skeleton={<Waiting />}>
      {(data) => (
        <Page measure="form" title="Settings" lead={LEAD}>
          <Standing integration={data} />
          <Box>
            <PartTabs label="Settings" parts={partsOf(path)} />
          </Box>
          <Part integration={data} />
        </Page>
      )}
    </ResourceView>
  )
}

function Part({ integration }: { integration: Integration }) {
  const part = useSearchParam('part')
  const editable = useSelector(useWorkspace().organizations, canEdit)
  return (
    <Stack gap="8">
      {!editable && (
        <Notice tone="caution">Your role lets you view these settings but not change them.</Notice>
      )}
      {part === 'public' ? (
        <PublicPagePanel integration={integration} editable={editable} />
      ) : part === 'versions' ? (
        <Versions integration={integration} editable={editable} />
      ) : (
        <>
          <SettingsForm integration={integration} editable={editable} />
          {editable && <DangerZone integration={integration} />}
        </>
      )}
    </Stack>
  )
}

const Waiting = () => (
  <Page measure="form" title="Settings" lead={LEAD}>
    <Stack gap="6" role="group" aria-busy="true" aria-label="Loading">
      <SkeletonLine height="4em" />
      <SkeletonLine height="2.8em" />
      <SkeletonLine height="2.8em" />
      <SkeletonLine height="8em" />
    </Stack>
  </Page>
)
