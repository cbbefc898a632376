import { Box, Flex, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Trash2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import type { VisitorConversationsRef } from '../../../machines/visitors/visitor-conversations.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button, IconButton, Pressable } from '../../parts/button.tsx'
import { useFormatDay } from '../../parts/clock.ts'
import { Dialog, DialogBody } from '../../parts/dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { placeInList } from '../../parts/place-in-list.ts'
import { RetryButton, SkeletonLine } from '../../parts/states.tsx'
import { focusLasting } from '../../parts/use-return-focus.ts'

interface VisitorConversationsProps {
  actor: VisitorConversationsRef
  conversation: ConversationRef
}

/** The earlier conversations of this browser: to reopen, or to delete permanently. */
export function VisitorConversations({ actor, conversation }: VisitorConversationsProps) {
  const formatDay = useFormatDay()
  const open = useSelector(actor, (list) => list.hasTag('open'))
  const phase = useSelector(actor, ({ value }) => (typeof value === 'object' ? value.open : 'closed'))
  const locked = useSelector(actor, (list) => list.hasTag('locked'))
  const { conversations, selectedId, error } = useSelector(actor, ({ context }) => context)
  const close = () => actor.send({ type: 'list.closed' })
  const decide =
    (type: 'removal.refused' | 'removal.given') =>
    ({ currentTarget }: MouseEvent) => {
      focusLasting(placeInList(currentTarget))
      actor.send({ type })
    }
  return (
    <Dialog open={open} locked={locked} title={t('Earlier conversations')} size="md" onClose={close}>
      <DialogBody display="grid" gap="4" pb="6">
        <Text color="ink.2" fontSize="md">
          {t('They are saved for this browser only. Deleted conversations cannot be restored.')}
        </Text>
        {error && <Notice tone="error">{error}</Notice>}
        {phase === 'loading' && <SkeletonLine width="60%" />}
        <RetryButton actor={actor} justifySelf="start" />
        {phase === 'listed' && conversations.length === 0 && (
          <Text fontStyle="italic">{t('No conversations yet.')}</Text>
        )}
        <Stack as="ul" listStyleType="none" gap="0" aria-busy={locked}>
          {conversations.map(({ id, title, last_message_at }) => (
            <Box as="li" key={id} borderBottom="1px solid" borderColor="rule" py="2">
              <Flex gap="2" align="center">
                <Pressable
                  type="button"
                  disabled={locked}
                  flex="1"
                  minWidth={0}
                  py="1"
                  onClick={() => {
                    conversation.send({ type: 'conversation.opened', id })
                    close()
                  }}
                >
                  <Text as="span" display="block" fontWeight="medium" overflowWrap="anywhere">
                    {title}
                  </Text>
                  <Text as="span" textStyle="small" color="ink.2">
                    {formatDay(last_message_at)}
                  </Text>
                </Pressable>
                <IconButton
                  label={t('Delete “{title}”', { title })}
                  disabled={locked}
                  onClick={() => actor.send({ type: 'removal.asked', id })}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </Flex>
              {selectedId === id && (
                <Flex gap="2" align="center" wrap="wrap" py="2" role="alert">
                  <Text textStyle="small" flex="1">
                    {t('Delete this conversation?')}
                  </Text>
                  <Button size="sm" disabled={locked} onClick={decide('removal.refused')}>
                    {t('Keep')}
                  </Button>
                  <Button size="sm" variant="danger" disabled={locked} onClick={decide('removal.given')}>
                    {t('Delete')}
                  </Button>
                </Flex>
              )}
            </Box>
          ))}
        </Stack>
      </DialogBody>
    </Dialog>
  )
}
