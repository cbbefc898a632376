import { Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ConnectRef } from '../../../machines/knowledge/connect.machine.ts'
import type { ConnectionChoices } from '../../../services/contract/connectors.ts'
import { labelIn } from '../../../texts/said-of.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { CheckList } from '../../parts/check-list.tsx'
import { ConnectionFields } from '../../parts/connection-fields.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { Form, FormError, SubmitButton } from '../../parts/form.tsx'
import { ReadingFields } from './reading-fields.tsx'

/** Connects a service: it is tried, and then chosen from. */
export function ConnectDialog({ actor }: { actor: ConnectRef }) {
  const open = useSelector(actor, (dialog) => dialog.hasTag('open'))
  const adding = useSelector(actor, (dialog) => dialog.matches('adding'))
  const found = useSelector(actor, ({ context }) => context.preview)
  const connector = useSelector(actor, ({ context }) => context.values.connector)
  const isNew = useSelector(actor, ({ context }) => context.values.sourceId === '')
  const { name, fields } = connector
  const close = () => actor.send({ type: 'form.closed' })
  return (
    <Dialog
      open={open}
      locked={adding}
      title={isNew ? t('Connect {name}', { name }) : t('Change the connection to {name}', { name })}
      form={actor}
      description={t('Its content becomes documents, which follow every change there.')}
      onClose={close}
    >
      <Form actor={actor} gap="0">
        <DialogBody display="grid" gap="4">
          <FormError />
          {found ? (
            <Choices found={found} label={labelIn(connector.choices)} />
          ) : (
            <ConnectionFields fields={fields} isStored={!isNew} />
          )}
        </DialogBody>
        <DialogFooter>
          <Button disabled={adding} onClick={found ? () => actor.send({ type: 'rules.requested' }) : close}>
            {found ? t('Back') : t('Cancel')}
          </Button>
          {found ? (
            <Button
              variant="primary"
              disabled={adding}
              onClick={() => actor.send({ type: 'import.requested' })}
            >
              {isNew ? t('Add source') : t('Save')}
            </Button>
          ) : (
            <SubmitButton busy={t('Connecting…')}>{t('Test and connect')}</SubmitButton>
          )}
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

/** What is read of the service, and how often. */
const Choices = ({ found, label }: { found: ConnectionChoices; label: string }) => (
  <>
    <CheckList
      name="chosen"
      label={label}
      choices={found.choices.map(({ id, name }) => ({ id, label: name, hint: '' }))}
      empty=""
    />
    {!found.is_whole && (
      <Text textStyle="small" color="ink.2">
        {t('Only the first {count} are listed.', { count: found.choices.length })}
      </Text>
    )}
    <ReadingFields />
  </>
)
