import { Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import type { Readiness } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'

/** Below an answer that found nothing while documents were being read: offers to repeat it afterwards. */
export function Unread({ actor }: { actor: ConversationRef }) {
  const mayWait = useSelector(actor, (conversation) => conversation.can({ type: 'wait.requested' }))
  const readiness = useSelector(actor, ({ context }) => context.messages.at(-1)?.readiness)
  if (!mayWait || !readiness) return null
  return (
    <Notice tone="caution">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        {t(
          '{unread, plural, one {# document was still being read.} other {# documents were still being read.}}',
          { unread: readiness.total - readiness.ready },
        )}
        <Button size="sm" onClick={() => actor.send({ type: 'wait.requested' })}>
          {t('Wait for the answer')}
        </Button>
      </Flex>
    </Notice>
  )
}

/** In place of an answer that has not begun. */
export const Awaiting = ({ readiness: { ready, total } }: { readiness: Readiness }) => (
  <Notice tone="caution">
    {t(
      '{unread, plural, one {# document is still being read. The answer will follow.} other {# documents are still being read. The answer will follow.}}',
      { unread: total - ready },
    )}
  </Notice>
)
