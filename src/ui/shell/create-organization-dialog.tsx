import { chakra, Field, Input, Spinner, Textarea } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import {
  ORGANIZATION_DESCRIPTION_MAX,
  ORGANIZATION_NAME_MAX,
  type Organization,
} from '../../services/contract/organizations.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../parts/dialog.tsx'
import { isTooLong, Limit } from '../parts/limit.tsx'
import { Notice } from '../parts/notice.tsx'
import { useWorkspace } from '../workspace.ts'

interface CreateOrganizationDialogProps {
  size?: 'sm' | 'md' | 'lg' | 'xl' | '2xl'
  /** S4.4 */
  onCreated?: (organization: Organization) => void
}

/** S2.40 to S2.44 */
export function CreateOrganizationDialog({ size = 'lg', onCreated }: CreateOrganizationDialogProps) {
  const { createOrganization: actor } = useWorkspace()
  useEffect(() => {
    const heard = actor.on('organization.created', ({ organization }) => onCreated?.(organization))
    return () => heard.unsubscribe()
  }, [actor, onCreated])
  const open = useSelector(actor, (dialog) => dialog.hasTag('open'))
  const busy = useSelector(actor, (dialog) => dialog.hasTag('busy'))
  const { name, description, error } = useSelector(actor, (dialog) => dialog.context)
  const close = () => actor.send({ type: 'dialog.closed' })
  return (
    <Dialog open={open} locked={busy} title={t('Create New Organization')} size={size} onClose={close}>
      <chakra.form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'form.submitted' })
        }}
      >
        <DialogBody display="grid" gap="4">
          {error && <Notice tone="error">{error}</Notice>}
          <Field.Root required invalid={isTooLong(name, ORGANIZATION_NAME_MAX)}>
            <Field.Label>{t('Organization Name')}</Field.Label>
            <Input
              name="name"
              autoComplete="organization"
              value={name}
              onChange={(event) =>
                actor.send({ type: 'field.changed', name: 'name', value: event.target.value })
              }
            />
            <Limit text={name} max={ORGANIZATION_NAME_MAX} />
          </Field.Root>
          <Field.Root invalid={isTooLong(description, ORGANIZATION_DESCRIPTION_MAX)}>
            <Field.Label>{t('Description')}</Field.Label>
            <Textarea
              name="description"
              rows={3}
              value={description}
              onChange={(event) =>
                actor.send({ type: 'field.changed', name: 'description', value: event.target.value })
              }
            />
            <Limit text={description} max={ORGANIZATION_DESCRIPTION_MAX} />
          </Field.Root>
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={busy}>
            {busy && <Spinner aria-hidden />}
            {busy ? t('Creating...') : t('Create Organization')}
          </Button>
        </DialogFooter>
      </chakra.form>
    </Dialog>
  )
}
