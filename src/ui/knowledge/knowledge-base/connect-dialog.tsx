import { Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ConnectRef } from '../../../machines/knowledge/connect.machine.ts'
import type { ConnectionChoices, ConnectorField } from '../../../services/contract/connectors.ts'
import { said } from '../../../texts/said.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { CheckList } from '../../parts/check-list.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { Form, FormError, SubmitButton, TextField } from '../../parts/form.tsx'
import { ReadingFields } from './reading-fields.tsx'

type Label = ConnectorField['label']
const inWords = ({ code, text }: Label) => said({ code }, text)

/** Connects a service: it is tried, and then chosen from. */
export function ConnectDialog({ actor }: { actor: ConnectRef }) {
  const open = useSelector(actor, (dialog) => dialog.hasTag('open'))
  const adding = useSelector(actor, (dialog) => dialog.matches('adding'))
  const found = useSelector(actor, ({ context }) => context.preview)
  const connector = useSelector(actor, ({ context }) => context.values.connector)
  const isNew = useSelector(actor, ({ context }) => context.values.sourceId === '')
  const { name, fields } = connector
  const firstEmpty = fields.findIndex(({ preset }) => !preset)
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
            <Choices found={found} label={inWords(connector.choices)} />
          ) : (
            fields.map((field, index) => (
              <ConnectionField
                key={field.name}
                field={field}
                isFirst={index === firstEmpty}
                isKept={!isNew}
              />
            ))
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

interface ConnectionFieldProps {
  field: ConnectorField
  isFirst: boolean
  /** A secret that is stored stays where none is entered. */
  isKept: boolean
}

function ConnectionField({ field, isFirst, isKept }: ConnectionFieldProps) {
  const { name, label, hint, input, is_optional } = field
  const isSecret = input === 'secret'
  const kept = isSecret && isKept ? t('Leave empty to keep the stored one.') : null
  return (
    <TextField
      name={name}
      label={inWords(label)}
      type={isSecret ? 'password' : input === 'email' ? 'email' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      aside={is_optional ? t('Optional') : undefined}
      hint={kept ?? (hint && inWords(hint))}
      autoFocus={isFirst}
    />
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
