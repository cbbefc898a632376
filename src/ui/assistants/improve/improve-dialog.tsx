import { useSelector } from '@xstate/react'
import type { ImproveAnswerRef } from '../../../machines/assistants/improve-answer/improve-answer.machine.ts'
import { t } from '../../../texts/t.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Outcome } from './outcome.tsx'
import { Writing } from './writing.tsx'

/** Adds or selects the missing knowledge, then shows the question's new answer. */
export function ImproveDialog({ actor }: { actor: ImproveAnswerRef }) {
  const open = useSelector(actor, (dialog) => dialog.hasTag('open'))
  const locked = useSelector(actor, (dialog) => dialog.hasTag('busy'))
  const isWriting = useSelector(actor, (dialog) => dialog.hasTag('writing'))
  return (
    <Dialog
      open={open}
      locked={locked}
      title={t('Improve this answer')}
      size={isWriting ? '2xl' : '3xl'}
      form={actor}
      onClose={() => actor.send({ type: 'form.closed' })}
    >
      {isWriting ? <Writing actor={actor} locked={locked} /> : <Outcome actor={actor} />}
    </Dialog>
  )
}
