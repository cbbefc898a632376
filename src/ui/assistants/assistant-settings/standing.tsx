import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { canEdit } from '../../../machines/organizations/organizations/organizations.selectors.ts'
import { selectHasChanges } from '../../../machines/shell/navigation/navigation.selectors.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { useActors } from '../../actors.ts'
import { AssistantAvatar } from '../../conversations/conversation/assistant-avatar.tsx'
import { Button } from '../../parts/button.tsx'
import { formatMoment } from '../../parts/format.ts'
import { formatSettingNames } from '../../parts/format-setting-names.ts'
import { IntegrationBadge } from '../../parts/status-badge.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import { useWorkspace } from '../../workspace.ts'
import { PublishDialog } from './publish-dialog.tsx'

/** The state of the assistant: the draft, the published version, and how to publish. */
export function Standing({ integration }: { integration: Integration }) {
  const publish = useViewActor(useProvided('publish'))
  const editable = useSelector(useWorkspace().organizations, canEdit)
  const unsaved = useSelector(useActors().navigation, selectHasChanges)
  const { id, name, status, config_version, published_at, draft_changes, updated_at } = integration
  const upToDate = config_version !== null && draft_changes.length === 0
  return (
    <Flex
      gap="4"
      align="center"
      wrap="wrap"
      bg="raised"
      border="1px solid"
      borderColor="rule"
      borderRadius="lg"
      px="5"
      py="4"
      mb="6"
    >
      <AssistantAvatar of={integration} size="44px" />
      <Box flex="1 1 16rem" minWidth={0}>
        <Flex gap="2.5" align="center">
          <Text fontWeight="semibold" overflowWrap="anywhere">
            {name}
          </Text>
          <IntegrationBadge status={status} />
        </Flex>
        <Text textStyle="small" color="ink.2" role="status">
          {config_version === null
            ? t('You’re viewing the draft. Nothing is published yet.')
            : upToDate
              ? t('Version {config_version} was published {published_at}. The draft has no changes.', {
                  config_version,
                  published_at: formatMoment(published_at ?? ''),
                })
              : t('You’re viewing the draft. Changed since version {config_version}: {draft_changes}.', {
                  config_version,
                  draft_changes: formatSettingNames(draft_changes),
                })}
        </Text>
      </Box>
      {editable && (
        <Button
          variant="primary"
          disabled={upToDate || unsaved}
          title={unsaved ? t('Save or discard your changes first.') : undefined}
          onClick={() =>
            publish.send({ type: 'confirmation.asked', subject: { id, name, seenAt: updated_at } })
          }
        >
          {t('Publish')}
        </Button>
      )}
      <PublishDialog actor={publish} integration={integration} />
    </Flex>
  )
}
