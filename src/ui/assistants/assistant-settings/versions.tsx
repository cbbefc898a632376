import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { Integration, IntegrationVersion } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { formatMomentBy } from '../../parts/format.ts'
import { formatSettingNames } from '../../parts/format-setting-names.ts'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId, useResource } from '../../workspace.ts'

interface VersionsProps {
  integration: Integration
  editable: boolean
}

/** All published versions, newest first, and a way to restore them. */
export function Versions({ integration: { id, name, config_version }, editable }: VersionsProps) {
  const organizationId = useOrganizationId()
  const versions = useResource('integrationVersions', { organizationId, id })
  const restoration = useProvidedActor('restoreVersion')
  return (
    <>
      <ResourceView
        resource={versions}
        skeleton={<SkeletonRows count={2} />}
        empty={
          <EmptyState title={t('Nothing is published yet.')}>
            {t('Each time you publish, a version is saved. You can restore any of them as the draft.')}
          </EmptyState>
        }
      >
        {(list) => (
          <Box as="ol" listStyleType="none" borderTop="1px solid" borderColor="rule">
            {list.map((version) => (
              <VersionRow
                key={version.version}
                version={version}
                current={version.version === config_version}
                action={
                  editable && (
                    <Button
                      size="sm"
                      onClick={() =>
                        ask(restoration, {
                          id,
                          name: t('version {version} of {name}', { version: version.version, name }),
                          version: version.version,
                        })
                      }
                    >
                      <Rich
                        text={t('Restore<0> version {version}</0>', { version: version.version })}
                        parts={[<chakra.span srOnly />]}
                      />
                    </Button>
                  )
                }
              />
            ))}
          </Box>
        )}
      </ResourceView>
      <ConfirmDialog
        actor={restoration}
        title={(version) => t('Restore {version} as the draft?', { version })}
        confirm={t('Restore')}
        busy={t('Restoring…')}
      >
        {t('Unpublished changes to the draft are lost. Visitors see no change until you publish.')}
      </ConfirmDialog>
    </>
  )
}

interface VersionRowProps {
  version: IntegrationVersion
  current: boolean
  action: ReactNode
}

const VersionRow = ({ version, current, action }: VersionRowProps) => (
  <Flex
    as="li"
    gap="4"
    align="center"
    justify="space-between"
    borderBottom="1px solid"
    borderColor="rule"
    py="4"
  >
    <Box minWidth={0}>
      <Flex gap="2.5" align="center">
        <Text fontWeight="semibold">{t('Version {version}', { version: version.version })}</Text>
        {current && <Badge tone="good">{t('Published')}</Badge>}
      </Flex>
      <Text textStyle="small" color="ink.2" overflowWrap="anywhere">
        {formatMomentBy(version.published_at, version.published_by)}
      </Text>
      <Text textStyle="small" color="ink.2">
        {version.changes.length > 0 &&
          t('Changed: {changes}.', { changes: formatSettingNames(version.changes) })}
      </Text>
    </Box>
    {action}
  </Flex>
)
