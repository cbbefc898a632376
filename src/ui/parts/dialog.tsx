import { Dialog as ChakraDialog, Portal } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { type HeldForm, typedTextMachine } from '../../machines/shell/typed-text.machine.ts'
import { useViewActor } from '../view-actor.ts'
import { SheetHandle } from './sheet-handle.tsx'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogProps {
  open: boolean
  /** While true, Escape does nothing (S2.42). */
  locked: boolean
  title: string
  description?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl' | '2xl' | '3xl'
  onClose: () => void
  children: ReactNode
}

/** A dialog that a click outside does not close (S2.42); its machine decides whether it is open. */
export const Dialog = ({
  form,
  ...props
}: DialogProps & {
  /** A dialog with a form: its values are not lost by mistake. */
  form?: HeldForm
}) => (form ? <HoldingDialog {...props} form={form} /> : <AnyDialog {...props} hasTyped={false} />)

function HoldingDialog({ form, ...props }: DialogProps & { form: HeldForm }) {
  const typedText = useViewActor(typedTextMachine, { input: { form } })
  return <AnyDialog {...props} hasTyped={useSelector(typedText, (text) => text.hasTag('typed'))} />
}

function AnyDialog({
  open,
  locked,
  title,
  description,
  size = 'lg',
  hasTyped,
  onClose,
  children,
}: DialogProps & { hasTyped: boolean }) {
  useReturnFocus(open)
  return (
    <ChakraDialog.Root
      open={open}
      size={size as 'lg'}
      closeOnInteractOutside={false}
      closeOnEscape={!locked && !hasTyped}
      onOpenChange={() => onClose()}
      restoreFocus={false}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner>
          <ChakraDialog.Content>
            <SheetHandle
              onClose={() => {
                if (!locked && !hasTyped) onClose()
              }}
            />
            <ChakraDialog.Header flexDirection="column" display="flex">
              <ChakraDialog.Title>{title}</ChakraDialog.Title>
              {description && <ChakraDialog.Description>{description}</ChakraDialog.Description>}
            </ChakraDialog.Header>
            {children}
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  )
}

export const DialogBody = ChakraDialog.Body
export const DialogFooter = ChakraDialog.Footer
