import { Box, chakra, Flex, Text, Textarea } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import type { InboxRef } from '../../../machines/visitors/inbox/inbox.machine.ts'
import { draftOf, errorOf } from '../../../machines/visitors/inbox/inbox.types.ts'
import { isConnected } from '../../../services/contract/conversations.ts'
import { HANDOVER_MESSAGE_MAX, type HandoverDetail } from '../../../services/contract/handover.ts'
import { t } from '../../../texts/t.ts'
import { CHANNEL_NAMES } from '../../conversations/conversation/channel-names.ts'
import { Button } from '../../parts/button.tsx'
import { isComposing } from '../../parts/composing.ts'
import { isTooLong, Limit } from '../../parts/limit.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { DraftButton, DraftSources } from './draft-reply.tsx'
import { COMPOSER_ID } from './use-inbox-commands.ts'

/** A reply to the customer, or a note for the team. */
export function InboxComposer({
  inbox,
  detail: { item, conversation },
}: {
  inbox: InboxRef
  detail: HandoverDetail
}) {
  const draft = useSelector(inbox, ({ context }) => draftOf(context).content)
  const kind = useSelector(inbox, ({ context }) => draftOf(context).kind)
  const error = useSelector(inbox, ({ context }) => errorOf(context))
  const replier = useSelector(inbox, ({ context }) => context.repliers[item.conversation_id] ?? null)
  const sending = useSelector(
    inbox,
    (snapshot) =>
      snapshot.hasTag('sending') && snapshot.context.sentTo?.conversationId === item.conversation_id,
  )
  const hasText = useSelector(inbox, (snapshot) => snapshot.can({ type: 'entry.submitted' }))
  const drafting = useSelector(inbox, ({ context }) => context.draftReplies[item.conversation_id]!)
  const isDrafting = useSelector(drafting, (snapshot) => snapshot.hasTag('busy'))
  const isLong = isTooLong(draft, HANDOVER_MESSAGE_MAX)
  const maySend = hasText && !isLong && !isDrafting
  const field = useRef<HTMLTextAreaElement>(null)
  const toField = () => field.current?.focus()
  const submit = () => {
    if (maySend) inbox.send({ type: 'entry.submitted' })
    // The button that was pressed may be disabled next.
    toField()
  }
  return (
    <Box borderTop="1px solid" borderColor="rule" px={{ base: '5', md: '8' }} py="3">
      <chakra.form
        display="grid"
        gap="2.5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {replier !== null && (
          <Notice tone="caution">{t('{name} is typing a reply.', { name: replier })}</Notice>
        )}
        {error && <Notice tone="error">{error}</Notice>}
        <Flex justify="space-between" align="center" gap="3" wrap="wrap">
          <Segmented
            legend={t('Kind of message')}
            options={[
              { value: 'reply', label: t('Reply') },
              { value: 'note', label: t('Note') },
            ]}
            chosen={kind}
            onChoose={(chosen) => inbox.send({ type: 'kind.picked', kind: chosen })}
          />
          <Text textStyle="small" color="ink.2">
            {kind === 'note'
              ? t('Visible to your team only.')
              : isConnected(conversation.channel)
                ? t('Sent to the thread in {channel}.', { channel: CHANNEL_NAMES[conversation.channel] })
                : t('Sent to the open page, otherwise to {email}.', { email: item.email })}
          </Text>
        </Flex>
        <Textarea
          ref={field}
          id={COMPOSER_ID}
          aria-label={kind === 'note' ? t('Note') : t('Reply')}
          rows={3}
          maxHeight="14rem"
          value={draft}
          aria-invalid={isLong}
          // A disabled field would lose the focus, and the next letter would be a shortcut.
          readOnly={isDrafting}
          bg={kind === 'note' ? 'caution.wash' : undefined}
          onChange={({ target }) => inbox.send({ type: 'draft.changed', text: target.value })}
          onKeyDown={(event) => {
            if (isComposing(event)) return
            if (event.key === 'Escape') event.currentTarget.blur()
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            submit()
          }}
        />
        <Limit text={draft} max={HANDOVER_MESSAGE_MAX} />
        {kind === 'reply' && <DraftSources actor={drafting} sending={sending} toField={toField} />}
        <Flex justify="flex-end" align="center" gap="3" wrap="wrap">
          {kind === 'reply' && <DraftButton actor={drafting} toField={toField} />}
          <Text textStyle="small" color="ink.3" hideBelow="md">
            {t('Ctrl+Enter sends')}
          </Text>
          <Button type="submit" variant="primary" size="sm" disabled={!maySend}>
            {sending ? t('Sending…') : kind === 'note' ? t('Add note') : t('Send reply')}
          </Button>
        </Flex>
      </chakra.form>
    </Box>
  )
}
