import { Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { isNothing, type RetentionRef } from '../../../machines/organizations/retention.machine.ts'
import type { RetentionPreview as Preview } from '../../../services/contract/retention.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { formatDate, listed } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { RetryButton } from '../../parts/states.tsx'

const ofConversations = ({ conversations, handovers, oldest }: Preview) =>
  conversations === 0 || oldest === null
    ? null
    : t(
        'This would delete {conversations, plural, one {# conversation} other {# conversations}} today, {handovers, plural, =0 {none of them with a hand-over} other {# of them with a hand-over}}. The oldest has had no message since {oldest}.',
        { conversations, handovers, oldest: formatDate(oldest) },
      )

const ofRecords = ({ audit_entries, documents, deliveries }: Preview) => {
  const kinds = [
    audit_entries > 0 &&
      t('{count, plural, one {# audit log entry} other {# audit log entries}}', { count: audit_entries }),
    documents > 0 &&
      t('{count, plural, one {# deleted document} other {# deleted documents}}', { count: documents }),
    deliveries > 0 &&
      t('{count, plural, one {# webhook delivery} other {# webhook deliveries}}', { count: deliveries }),
  ].filter((kind) => kind !== false)
  return kinds.length === 0
    ? null
    : t('Today this would delete these records: {records}.', { records: listed(kinds) })
}

const wouldDelete = (preview: Preview) =>
  isNothing(preview)
    ? t('This would delete nothing today.')
    : [ofConversations(preview), ofRecords(preview)].filter((part) => part !== null).join(' ')

/** A preview of the data that the rules would delete now, with a confirmation before they are saved. */
export function RetentionPreview({ actor }: { actor: RetentionRef }) {
  const isChanged = useSelector(actor, (form) => form.matches('changed'))
  const isCounting = useSelector(actor, (form) => form.hasTag('counting'))
  const preview = useSelector(actor, ({ context }) => context.preview)
  return (
    <>
      {isCounting && (
        <Text role="status" color="ink.2" fontSize="md" py="2.5">
          {t('Counting what this would delete…')}
        </Text>
      )}
      {isChanged && preview && (
        <Notice tone={isNothing(preview) ? 'good' : 'caution'}>{wouldDelete(preview)}</Notice>
      )}
      <RetryButton actor={actor} size="sm" width="fit-content" />
      {preview && <Question actor={actor} preview={preview} />}
    </>
  )
}

function Question({ actor, preview }: { actor: RetentionRef; preview: Preview }) {
  const isAsking = useSelector(actor, (form) => form.hasTag('asking'))
  const refuse = () => actor.send({ type: 'confirmation.refused' })
  return (
    <Dialog
      open={isAsking}
      locked={false}
      size="md"
      title={
        preview.conversations === 0
          ? t('Delete these records?')
          : t('Delete {conversations, plural, one {# conversation} other {# conversations}}?', {
              conversations: preview.conversations,
            })
      }
      onClose={refuse}
    >
      <DialogBody>
        <Text color="ink.2">{wouldDelete(preview)}</Text>
        <Text color="ink.2" mt="3">
          {t('They are deleted within the hour. This cannot be undone.')}
        </Text>
      </DialogBody>
      <DialogFooter>
        <Button onClick={refuse}>{t('Cancel')}</Button>
        <Button variant="danger" onClick={() => actor.send({ type: 'confirmation.given' })}>
          {t('Save and delete')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
