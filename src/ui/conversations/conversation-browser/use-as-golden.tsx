import { useSelector } from '@xstate/react'
import { BookmarkPlus } from 'lucide-react'
import type { Message } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'

/** The question of an answer is asked again in every run, and its sources are what should be found. */
export function UseAsGolden({ answer: { id, answered, citations } }: { answer: Message }) {
  const taking = useViewActor(useProvided('takeGolden'))
  const busy = useSelector(taking, (one) => one.hasTag('busy'))
  if (!answered || citations.length === 0) return null
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={busy}
      onClick={() => taking.send({ type: 'operation.requested', request: { kind: 'answer', messageId: id } })}
    >
      <BookmarkPlus aria-hidden />
      {t('Use as golden question')}
    </Button>
  )
}
