import { Box, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import {
  type ConnectRef,
  fieldsOf,
  signInRequirement,
  takesToken,
} from '../../../machines/knowledge/connect.machine.ts'
import type { ConnectionChoices, Connector } from '../../../services/contract/connectors.ts'
import { labelIn } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { CheckList, RadioList } from '../../parts/choice-list.tsx'
import { ConnectionFields } from '../../parts/connection-fields.tsx'
import { CopiedValue } from '../../parts/copy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { Form, FormError, SubmitButton } from '../../parts/form.tsx'
import { Guide } from '../../parts/guide.tsx'
import { ButtonAnchor } from '../../parts/link.tsx'
import { Rich } from '../../parts/rich.tsx'
import { ToggleField } from '../../parts/toggle-field.tsx'
import { ReadingFields } from './reading-fields.tsx'

/** Connects a service: the connection is tried, then items are chosen. */
export function ConnectDialog({ actor, manages }: { actor: ConnectRef; manages: boolean }) {
  const open = useSelector(actor, (dialog) => dialog.hasTag('open'))
  const adding = useSelector(actor, (dialog) => dialog.matches('adding'))
  const found = useSelector(actor, ({ context }) => context.preview)
  const connector = useSelector(actor, ({ context }) => context.values.connector)
  const isNew = useSelector(actor, ({ context }) => context.values.sourceId === '')
  const away = useSelector(actor, (dialog) =>
    dialog.matches('signingIn') ? (dialog.context.signIn?.url ?? null) : null,
  )
  const signsIn = useSelector(actor, ({ context }) => signInRequirement(context.values) === 'needed')
  const way = useSelector(actor, ({ context }) => context.values.way)
  const { name, redirect_uri } = connector
  const canSignInAgain = useSelector(actor, (dialog) => dialog.can({ type: 'signIn.requested' }))
  const close = () => actor.send({ type: 'form.closed' })
  const back = () => {
    if (found) actor.send({ type: 'rules.requested' })
    else if (away) actor.send({ type: 'signIn.cancelled' })
    else close()
  }
  return (
    <Dialog
      open={open}
      locked={adding}
      title={isNew ? t('Connect {name}', { name }) : t('Change the connection to {name}', { name })}
      form={actor}
      description={t('Its content becomes documents that stay up to date.')}
      onClose={close}
    >
      <Form actor={actor} gap="0">
        <DialogBody display="grid" gap="4">
          <FormError />
          {found && (
            <Choices found={found} label={labelIn(connector.choices)}>
              {found.tells_readers && (isNew || manages) && (
                <FollowsReaders connector={connector} isNew={isNew} />
              )}
            </Choices>
          )}
          {away && <Away name={name} url={away} />}
          {!found && !away && (
            <>
              {redirect_uri && takesToken(connector) && <Ways name={name} />}
              {redirect_uri && way === 'sign_in' && <Redirection name={name} uri={redirect_uri} />}
              <ConnectionFields fields={fieldsOf({ connector, way })} isStored={!isNew} />
              {canSignInAgain && (
                <Button
                  size="sm"
                  justifySelf="start"
                  onClick={() => actor.send({ type: 'signIn.requested' })}
                >
                  {t('Log in again')}
                </Button>
              )}
            </>
          )}
        </DialogBody>
        <DialogFooter>
          <Button disabled={adding} onClick={back}>
            {found || away ? t('Back') : t('Cancel')}
          </Button>
          {!away &&
            (found ? (
              <Button
                variant="primary"
                disabled={adding}
                onClick={() => actor.send({ type: 'import.requested' })}
              >
                {isNew ? t('Add source') : t('Save')}
              </Button>
            ) : (
              <SubmitButton busy={t('Connecting…')}>
                {signsIn ? t('Log in to {name}', { name }) : t('Test and connect')}
              </SubmitButton>
            ))}
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

/** A service that can be connected both ways. */
const Ways = ({ name }: { name: string }) => (
  <RadioList
    name="way"
    label={t('How to connect')}
    choices={[
      {
        value: 'token',
        label: t('With a token'),
        hint: t('Create it at {name}, and enter a new one when it expires.', { name }),
      },
      {
        value: 'sign_in',
        label: t('Log in to {name}', { name }),
        hint: t('Access renews automatically. You need an OAuth client, which you create once.'),
      },
    ]}
  />
)

/** Values to enter at the service, where people register a client for the server. */
const Redirection = ({ name, uri }: { name: string; uri: string }) => (
  <Box>
    <Text textStyle="small" color="ink.2" mb="3">
      <Rich
        text={t(
          'Create an OAuth client of type “web” for {name} with this redirect URL, and enter its ID and secret here. <0>Read the guide</0>',
          { name },
        )}
        parts={[<Guide to="connectors#log-in-to-a-service" />]}
      />
    </Text>
    <CopiedValue label={t('Redirect URL')} text={uri} />
  </Box>
)

/** The service's page is open in another window. */
const Away = ({ name, url }: { name: string; url: string }) => (
  <Box role="status">
    <Text>{t('Log in to {name} in the window that has opened, and allow access.', { name })}</Text>
    <Text color="ink.2" mt="2">
      {t('This dialog continues automatically. Your entries are kept.')}
    </Text>
    <ButtonAnchor href={url} target="_blank" rel="noopener" size="sm" mt="3">
      {t('Open the page again')}
    </ButtonAnchor>
  </Box>
)

/** The selection to read from the service, and the refresh interval. */
const Choices = ({
  found,
  label,
  children,
}: {
  found: ConnectionChoices
  label: string
  children: ReactNode
}) => (
  <>
    <CheckList
      name="chosen"
      label={label}
      find={t('Find in the list')}
      choices={found.choices.map(({ id, name }) => ({ id, label: name, hint: '' }))}
      empty=""
    />
    {!found.is_whole && (
      <Text textStyle="small" color="ink.2">
        {t('Only the first {count} are listed.', { count: found.choices.length })}
      </Text>
    )}
    {children}
    <ReadingFields />
  </>
)

/** Whether only a document's readers in the service can read it here. */
const FollowsReaders = ({ connector, isNew }: { connector: Connector; isNew: boolean }) => {
  const { name: service, hides_addresses } = connector
  return (
    <Box>
      <ToggleField
        name="followsReaders"
        label={t('Follow the permissions of {service}', { service })}
        hint={
          isNew
            ? t(
                'Each document is only for members who can read it there, by their confirmed email address. Otherwise, everyone who can read the knowledge base can read it.',
              )
            : t(
                'When you turn this on, its documents are closed until they have been read again. When you turn it off, everyone who can read the knowledge base can read them.',
              )
        }
      />
      {hides_addresses && (
        <Text textStyle="small" color="ink.2" mt="2">
          {t(
            'Many accounts of {service} hide their email address. Documents that only they can read there are closed to everyone here, until you turn this off.',
            { service },
          )}
        </Text>
      )}
    </Box>
  )
}
