import { Box, Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { canEdit, canManage } from '../../../machines/organizations/organizations/organizations.selectors.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { usePath, useRouteParam, useSearchParam } from '../../actors.ts'
import { ReadersButton } from '../../knowledge/readers/readers-button.tsx'
import { ReadersDialog } from '../../knowledge/readers/readers-dialog.tsx'
import { Button } from '../../parts/button.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { PartTabs } from '../../parts/part-tabs.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonFields } from '../../parts/skeletons.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId, useResource, useWorkspace } from '../../workspace.ts'
import { AppearanceForm } from './appearance-form.tsx'
import { HandoverSettingsPanel } from './handover-settings-panel.tsx'
import { PublicPagePanel } from './public-page-panel.tsx'
import { SettingsForm } from './settings-form.tsx'
import { Standing } from './standing.tsx'
import { Versions } from './versions.tsx'

function DangerZone({ integration: { id, name } }: { integration: Integration }) {
  const deletion = useProvidedActor('deleteIntegration')
  const duplication = useProvidedActor('duplicateIntegration')
  return (
    <>
      <Section
        title={t('Duplicate')}
        lead={t('A new draft with the saved settings. Its public page is off.')}
        action={<Button onClick={() => ask(duplication, { id, name })}>{t('Duplicate')}</Button>}
      />
      <Section
        title={t('Danger zone')}
        lead={t('Deleting the assistant also deletes all its conversations. Its knowledge bases stay.')}
        action={
          <Button variant="danger" onClick={() => ask(deletion, { id, name })}>
            {t('Delete assistant')}
          </Button>
        }
      />
      <ConfirmDialog
        actor={duplication}
        title={(name) => t('Duplicate “{name}”?', { name })}
        confirm={t('Duplicate')}
        busy={t('Copying…')}
      >
        {t('The copy has the same knowledge bases and settings, but no conversations.')}
      </ConfirmDialog>
      <ConfirmDialog
        actor={deletion}
        title={(name) => t('Delete “{name}”?', { name })}
        confirm={t('Delete assistant')}
        busy={t('Deleting…')}
      >
        <Rich
          text={t(
            'The assistant and all its conversations are deleted. Its knowledge bases stay. <0>This cannot be undone.</0>',
          )}
          parts={[<b />]}
        />
      </ConfirmDialog>
    </>
  )
}

const LEAD = t('Appearance, knowledge and access for this assistant.')

const partsOf = (path: string) => [
  { to: path, label: t('Assistant') },
  { to: `${path}?part=appearance`, label: t('Appearance') },
  { to: `${path}?part=public`, label: t('Public page') },
  { to: `${path}?part=handover`, label: t('Hand-over') },
  { to: `${path}?part=versions`, label: t('Versions') },
]

/** S2.17: an assistant's draft, its public page and its versions; one part at a time. */
export function AssistantSettingsScreen() {
  const organizationId = useOrganizationId()
  const id = useRouteParam('integrationId')
  const path = usePath()
  const integration = useResource('integration', { organizationId, id })
  // The preview is beside its fields.
  const measure = useSearchParam('part') === 'appearance' ? 'list' : 'form'
  return (
    <ResourceView resource={integration} title={t('Settings')} skeleton={<Waiting />}>
      {(data) => (
        <Page measure={measure} title={t('Settings')} lead={LEAD}>
          <Standing integration={data} />
          <Box>
            <PartTabs label={t('Settings')} parts={partsOf(path)} />
          </Box>
          <Part integration={data} />
        </Page>
      )}
    </ResourceView>
  )
}

function Part({ integration }: { integration: Integration }) {
  const part = useSearchParam('part')
  const { organizations } = useWorkspace()
  const editable = useSelector(organizations, canEdit)
  const manages = useSelector(organizations, canManage)
  return (
    <Stack gap="8">
      {!editable && (
        <Notice tone="caution">{t('Your role can view these settings but not change them.')}</Notice>
      )}
      {part === 'appearance' ? (
        <AppearanceForm integration={integration} editable={editable} />
      ) : part === 'public' ? (
        <PublicPagePanel integration={integration} editable={editable} />
      ) : part === 'handover' ? (
        <HandoverSettingsPanel integration={integration} editable={editable} />
      ) : part === 'versions' ? (
        <Versions integration={integration} editable={editable} />
      ) : (
        <>
          <SettingsForm integration={integration} editable={editable} />
          {manages && <WhoCanUseSection integration={integration} />}
          {editable && <DangerZone integration={integration} />}
        </>
      )}
    </Stack>
  )
}

const Waiting = () => (
  <Page measure="form" title={t('Settings')} lead={LEAD}>
    <SkeletonFields count={5} />
  </Page>
)

/** For owners and admins: who can use the assistant. */
function WhoCanUseSection({ integration: { id, name, restricted } }: { integration: Integration }) {
  const readers = useProvidedActor('changeReaders')
  return (
    <Section
      title={t('Who can use it')}
      lead={
        restricted
          ? t('Only chosen groups and people. No one else sees the assistant or its conversations.')
          : t('Everyone in the organization.')
      }
      action={<ReadersButton of="assistant" thing={{ id, name }} actor={readers} />}
    >
      <ReadersDialog actor={readers} />
    </Section>
  )
}
