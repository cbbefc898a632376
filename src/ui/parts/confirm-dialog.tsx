import { Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ConfirmationRef, Subject } from '../../machines/shared/confirmation.machine.ts'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx'
import { Notice } from './notice.tsx'

/** Opens the dialog of `actor`. */
export const ask = (actor: ConfirmationRef, subject: Subject) =>
  actor.send({ type: 'confirmation.asked', subject })

interface ConfirmDialogProps {
  actor: ConfirmationRef
  title: (name: string) => string
  children: ReactNode
  confirm: string
  /** The action loses nothing. */
  isHarmless?: boolean
  busy: string
}

/** Says what would be lost, and asks for confirmation. */
export function ConfirmDialog({
  actor,
  title,
  children,
  confirm,
  busy,
  isHarmless = false,
}: ConfirmDialogProps) {
  const open = useSelector(actor, (dialog) => dialog.hasTag('open'))
  const locked = useSelector(actor, (dialog) => dialog.hasTag('busy'))
  const name = useSelector(actor, ({ context }) => context.subject?.name ?? '')
  const error = useSelector(actor, ({ context }) => context.error)
  const refuse = () => actor.send({ type: 'confirmation.refused' })
  return (
    <Dialog open={open} locked={locked} title={title(name)} size="md" onClose={refuse}>
      <DialogBody display="grid" gap="4">
        <Text color="ink.2">{children}</Text>
        {error && <Notice tone="error">{error}</Notice>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={refuse} disabled={locked}>
          {t('Cancel')}
        </Button>
        <Button
          variant={isHarmless ? 'primary' : 'danger'}
          disabled={locked}
          onClick={() => actor.send({ type: 'confirmation.given' })}
        >
          {locked ? busy : confirm}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
