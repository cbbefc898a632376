import { useSelector } from '@xstate/react'
import { RotateCcw } from 'lucide-react'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import type { ShareRef } from '../../../machines/visitors/share.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'

interface RetryAnswerProps {
  share: ShareRef
  conversation: ConversationRef
}

/** Asks the last question again, while one may ask at all. */
export function RetryAnswer({ share, conversation }: RetryAnswerProps) {
  const asking = useSelector(share, (snapshot) => snapshot.hasTag('asking'))
  const mayRetry = useSelector(conversation, (snapshot) => snapshot.can({ type: 'retry.requested' }))
  if (!asking || !mayRetry) return null
  return (
    <Button variant="ghost" size="sm" onClick={() => conversation.send({ type: 'retry.requested' })}>
      <RotateCcw aria-hidden />
      {t('Retry')}
    </Button>
  )
}
