import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { canEdit } from '../../../machines/organizations/organizations/organizations.selectors.ts'
import type { ConfirmationRef } from '../../../machines/shared/confirmation.machine.ts'
import { selectHasChanges } from '../../../machines/shell/navigation/navigation.selectors.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { NeedsVerified, useIsUnverified } from '../../accounts/verification/needs-verified.tsx'
import { useActors } from '../../actors.ts'
import { AssistantAvatar } from '../../conversations/conversation/assistant-avatar.tsx'
import { Button } from '../../parts/button.tsx'
import { ask } from '../../parts/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { formatMoment } from '../../parts/format.ts'
import { formatSettingNames } from '../../parts/format-setting-names.ts'
import { Notice } from '../../parts/notice.tsx'
import { IntegrationBadge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useWorkspace } from '../../workspace.ts'

/** The state of the assistant: the draft, the published version, and how to publish. */
export function Standing({ integration }: { integration: Integration }) {
  const publish = useProvidedActor('publish')
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
          onClick={() => ask(publish, { id, name, seenAt: updated_at })}
        >
          {t('Publish')}
        </Button>
      )}
      <PublishDialog actor={publish} integration={integration} />
    </Flex>
  )
}

interface PublishDialogProps {
  actor: ConfirmationRef
  integration: Integration
}

/** Says what publishing changes for visitors, and if that is no longer what the person reviewed. */
function PublishDialog({ actor, integration }: PublishDialogProps) {
  const { id, name, config_version, draft_changes, updated_at } = integration
  const open = useSelector(actor, (dialog) => dialog.hasTag('open'))
  const locked = useSelector(actor, (dialog) => dialog.hasTag('busy'))
  const { subject, error } = useSelector(actor, ({ context }) => context)
  const isOther = !locked && subject !== null && subject.seenAt !== updated_at
  const nothingNew = config_version !== null && draft_changes.length === 0
  const isUnverified = useIsUnverified()
  const refuse = () => actor.send({ type: 'confirmation.refused' })
  return (
    <Dialog open={open} locked={locked} title={t('Publish “{name}”?', { name })} size="md" onClose={refuse}>
      <DialogBody display="grid" gap="4">
        <Text color="ink.2">
          {config_version === null
            ? t(
                'The draft becomes version 1. If the public page is on, visitors get answers from it right away.',
              )
            : nothingNew
              ? t('The draft is already published as version {config_version}.', { config_version })
              : t('Visitors get answers from the draft right away. Changes: {draft_changes}.', {
                  draft_changes: formatSettingNames(draft_changes),
                })}
        </Text>
        <NeedsVerified to={t('publish')} />
        {isOther ? (
          <Notice tone="caution">
            <Flex align="center" justify="space-between" gap="3" wrap="wrap">
              <span>{t('Someone else changed the draft. Review the changes above.')}</span>
              <Button size="sm" onClick={() => ask(actor, { id, name, seenAt: updated_at })}>
                {t('Got it')}
              </Button>
            </Flex>
          </Notice>
        ) : (
          error && <Notice tone="error">{error}</Notice>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={refuse} disabled={locked}>
          {t('Cancel')}
        </Button>
        <Button
          variant="primary"
          disabled={locked || isOther || nothingNew || isUnverified}
          onClick={() => actor.send({ type: 'confirmation.given' })}
        >
          {locked
            ? t('Publishing…')
            : t('Publish version {config_version}', { config_version: (config_version ?? 0) + 1 })}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
