import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ConfirmationRef } from '../../../machines/shared/confirmation.machine.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { NeedsVerified, useIsUnverified } from '../../accounts/verification/needs-verified.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { formatSettingNames } from '../../parts/format-setting-names.ts'
import { Notice } from '../../parts/notice.tsx'

interface PublishDialogProps {
  actor: ConfirmationRef
  integration: Integration
}

/** Says what publishing changes for visitors, and if that is no longer what the person reviewed. */
export function PublishDialog({ actor, integration }: PublishDialogProps) {
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
              <Button
                size="sm"
                onClick={() =>
                  actor.send({ type: 'confirmation.asked', subject: { id, name, seenAt: updated_at } })
                }
              >
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
