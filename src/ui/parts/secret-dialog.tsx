import { Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx'

interface SecretDialogProps {
  title: string
  description: ReactNode
  /** Label of the button. */
  kept?: string
  onClose: () => void
  children: ReactNode
}

/** A secret is shown once: only the button closes it, because a mistaken Escape would lose it permanently. */
export const SecretDialog = ({
  title,
  description,
  kept = t('I have stored it'),
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
