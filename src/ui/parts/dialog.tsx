import { Dialog as ChakraDialog, Portal } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { holdLeaving } from '../../machines/shell/navigation/leaving.ts'
import { selectHasChanges } from '../../machines/shell/navigation/navigation.selectors.ts'
import { useActors } from '../actors.ts'
import { useViewActor } from '../view-actor.ts'
import type { AnyFormRef } from './form.tsx'
import { SheetHandle } from './sheet-handle.tsx'
import { useOpener } from './use-opener.ts'

/** What was typed since the dialog opened is lost neither by Escape nor, without a question, by Back. */
function TypedText({ actor, changed }: { actor: AnyFormRef; changed: RefObject<boolean> }) {
  const { navigation } = useActors()
  const values = useSelector(actor, ({ context }) => context.values) as Readonly<Record<string, unknown>>
  const busy = useSelector(actor, (form) => form.hasTag('busy'))
  const [first] = useState(values)
  // The page behind may be holding already; it goes on when the dialog has closed.
  const [isHeld] = useState(() => selectHasChanges(navigation.getSnapshot()))
  const isChanged = Object.keys(values).some((name) => values[name] !== first[name])
  useEffect(() => {
    changed.current = isChanged
    return () => {
      changed.current = false
    }
  }, [changed, isChanged])
  return isChanged && !busy && !isHeld ? <HoldLeaving /> : null
}

function HoldLeaving() {
  useViewActor(holdLeaving)
  return null
}

interface DialogProps {
  open: boolean
  /** While true, Escape does nothing (S2.42). */
  locked: boolean
  title: string
  description?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl' | '2xl' | '3xl'
  /** The form that the dialog holds: Escape, which may be pressed by mistake, does not take away what was typed. */
  form?: AnyFormRef
  onClose: () => void
  children: ReactNode
}

/** A dialog that a click outside does not close (S2.42); its machine decides whether it is open. */
export function Dialog({
  open,
  locked,
  title,
  description,
  size = 'lg',
  form,
  onClose,
  children,
}: DialogProps) {
  const hasTyped = useRef(false)
  const openerOf = useOpener(open)
  return (
    <ChakraDialog.Root
      open={open}
      size={size as 'lg'}
      closeOnInteractOutside={false}
      closeOnEscape={!locked}
      onEscapeKeyDown={(event) => {
        if (hasTyped.current) event.preventDefault()
      }}
      onOpenChange={() => onClose()}
      finalFocusEl={openerOf}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner>
          <ChakraDialog.Content>
            <SheetHandle
              onClose={() => {
                if (!locked && !hasTyped.current) onClose()
              }}
            />
            <ChakraDialog.Header flexDirection="column" display="flex">
              <ChakraDialog.Title>{title}</ChakraDialog.Title>
              {description && <ChakraDialog.Description>{description}</ChakraDialog.Description>}
            </ChakraDialog.Header>
            {/* Not while it fades out: opened again before that, it would compare with what was typed before. */}
            {form && open && <TypedText actor={form} changed={hasTyped} />}
            {children}
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  )
}

export const DialogBody = ChakraDialog.Body
export const DialogFooter = ChakraDialog.Footer
