import { Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import { t } from '../../../texts/t.ts'
import { Notice } from '../../parts/notice.tsx'
import { RetryButton } from '../../parts/states.tsx'

/** Says that the rest of an answer could not be read, while it is retried. */
export function Interrupted({ actor, of = t('the answer') }: { actor: ConversationRef; of?: string }) {
  const interrupted = useSelector(actor, (conversation) => conversation.hasTag('interrupted'))
  if (!interrupted) return null
  return (
    <Notice tone="caution">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        {t('The rest of {of} could not be loaded. Retrying in a few seconds.', { of })}
        <RetryButton actor={actor} size="sm" />
      </Flex>
    </Notice>
  )
}
