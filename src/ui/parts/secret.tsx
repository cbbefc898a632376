import { Box, chakra, Flex, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { blockLeaving } from '../../machines/shell/navigation/leaving.ts'
import { t } from '../../texts/t.ts'
import { useViewActor } from '../view-actor.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx'

/** A secret to store elsewhere: a click selects it, a button copies it. */
export function Secret({ label, text }: { label: string; text: string }) {
  return (
    <Box>
      <chakra.pre
        aria-label={label}
        fontFamily="mono"
        fontSize="sm"
        lineHeight="tall"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        css={{ userSelect: 'all', WebkitUserSelect: 'all' }}
        bg="paper"
        border="1px solid"
        borderColor="rule.2"
        borderRadius="sm"
        px="3.5"
        py="2.5"
      >
        {text}
      </chakra.pre>
      <Flex justify="flex-end" mt="2">
        <CopyButton text={text} isShown />
      </Flex>
    </Box>
  )
}

interface SecretDialogProps {
  title: string
  description: ReactNode
  /** Label of the button. */
  kept?: string
  onClose: () => void
  children: ReactNode
}

/** A secret is shown once: only the button closes it, because a mistaken Escape or Back would lose it permanently. */
export function SecretDialog({
  title,
  description,
  kept = t('I have stored it'),
  onClose,
  children,
}: SecretDialogProps) {
  useViewActor(blockLeaving)
  return (
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
}
