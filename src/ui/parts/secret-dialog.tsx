import { Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx'

interface SecretDialogProps {
  title: string
  description: ReactNode
  /** Of the button; `I have kept it` if not given. */
  kept?: string
  onClose: () => void
  children: ReactNode
}

/** What is shown once: only its button closes it, since Escape, pressed by mistake, would take it away for good. */
export const SecretDialog = ({
  title,
  description,
  kept = t('Done'),
  onClose,
  children,
}: SecretDialogProps) => (
  <Dialog open locked title={title} description={description} size="md" onClose={onClose}>
    <DialogBody>
      <Stack gap="3">{children}</Stack>
    </DialogBody>
    <DialogFooter>
      <Button variant="primary" onClick={onClose}>
        {kept}
      </Button>
    </DialogFooter>
  </Dialog>
)
