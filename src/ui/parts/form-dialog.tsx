import { useSelector } from '@xstate/react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { holdLeaving } from '../../machines/navigation/leaving.ts'
import { selectHasChanges } from '../../machines/navigation/navigation.selectors.ts'
import { useActors } from '../actors.ts'
import { useViewActor } from '../view-actor.ts'
import { Button } from './button.tsx'
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx'
import { type AnyFormRef, Form, FormError, SubmitButton } from './form.tsx'

interface FormDialogProps {
  actor: AnyFormRef & { send(event: { type: 'form.closed' }): void }
  title: string
  description?: ReactNode
  submit: string
  busy: string
  children: ReactNode
}

/** A form in a dialog: open, locked and closed as the form's machine says. */
export function FormDialog({ actor, title, description, submit, busy, children }: FormDialogProps) {
  const open = useSelector(actor, (form) => form.hasTag('open'))
  const locked = useSelector(actor, (form) => form.hasTag('busy'))
  const changed = useRef(false)
  const close = () => actor.send({ type: 'form.closed' })
  return (
    <Dialog
      open={open}
      locked={locked}
      title={title}
      description={description}
      holdsText={() => changed.current}
      onClose={close}
    >
      <TypedText actor={actor} changed={changed} />
      <Form actor={actor} gap="0">
        <DialogBody display="grid" gap="4">
          <FormError />
          {children}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={locked}>
            Cancel
          </Button>
          <SubmitButton busy={busy}>{submit}</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

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
