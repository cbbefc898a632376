import { useSelector } from '@xstate/react'
import type { ComponentProps, ReactNode } from 'react'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx'
import { type AnyFormRef, Form, FormError, SubmitButton } from './form.tsx'

interface FormDialogProps {
  actor: AnyFormRef & { send(event: { type: 'form.closed' }): void }
  title: string
  description?: ReactNode
  /** Null for values that are shown but not changed. */
  submit: string | null
  busy: string
  /** Whether what the form needs is still being read. */
  loading?: boolean
  /** Whether submitting deletes something. */
  isDangerous?: boolean
  size?: NonNullable<ComponentProps<typeof Dialog>['size']>
  children: ReactNode
}

/** A form in a dialog: the form's machine decides whether it is open or locked. */
export function FormDialog({
  actor,
  title,
  description,
  submit,
  busy,
  loading = false,
  isDangerous = false,
  size = 'lg',
  children,
}: FormDialogProps) {
  const open = useSelector(actor, (form) => form.hasTag('open'))
  const locked = useSelector(actor, (form) => form.hasTag('busy'))
  const close = () => actor.send({ type: 'form.closed' })
  return (
    <Dialog
      open={open}
      locked={locked}
      title={title}
      description={description}
      size={size}
      form={actor}
      onClose={close}
    >
      <Form actor={actor} gap="0">
        <DialogBody display="grid" gap="4">
          <FormError />
          {children}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={locked}>
            {submit === null ? t('Close') : t('Cancel')}
          </Button>
          {submit !== null && (
            <SubmitButton
              busy={busy}
              disabled={locked || loading}
              variant={isDangerous ? 'danger' : 'primary'}
            >
              {submit}
            </SubmitButton>
          )}
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
