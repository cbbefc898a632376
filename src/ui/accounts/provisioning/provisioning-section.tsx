import { Box, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { CreateProvisioningTokenRef } from '../../../machines/accounts/create-provisioning-token.machine.ts'
import {
  type Provisioning,
  type ProvisioningToken,
  TOKEN_NAME_MAX,
} from '../../../services/contract/provisioning.ts'
import { roleName } from '../../../services/contract/roles.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopiedValue } from '../../parts/copy-button.tsx'
import { KeyFacts, LifetimeField } from '../../parts/credentials.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { Secret, SecretDialog } from '../../parts/secret.tsx'
import { EmptyLine, Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useResource } from '../../workspace.ts'

/** Access data for the provider that manages members, and the groups that it sent. */
export function ProvisioningSection({
  organizationId,
  mayChange,
}: {
  organizationId: string
  mayChange: boolean
}) {
  const creation = useProvidedActor('createToken')
  const deletion = useProvidedActor('deleteToken')
  const open = () => creation.send({ type: 'form.opened', organizationId })
  const askToDelete = ({ id, name }: ProvisioningToken) => ask(deletion, { organizationId, id, name })
  return (
    <Section
      title={t('Provisioning')}
      lead={t(
        'With SCIM 2.0, your provider can add and remove members with addresses of the verified domains.',
      )}
      action={mayChange && <Button onClick={open}>{t('New token')}</Button>}
    >
      <ResourceView
        resource={useResource('provisioning', { organizationId })}
        skeleton={<SkeletonRows count={2} />}
      >
        {({ base_url, tokens, groups }) => (
          <Stack gap="5">
            <CopiedValue label={t('Base URL')} text={base_url} />
            <Part title={t('Tokens')} empty={t('No tokens yet.')} rows={tokens}>
              {(token) => (
                <Row
                  key={token.id}
                  title={token.name}
                  aside={
                    mayChange && (
                      <Button
                        size="sm"
                        aria-label={t('Delete the token {name}', { name: token.name })}
                        onClick={() => askToDelete(token)}
                      >
                        {t('Delete')}
                      </Button>
                    )
                  }
                >
                  <KeyFacts {...token} />
                </Row>
              )}
            </Part>
            <Part title={t('Groups')} empty={t('The provider has sent no groups yet.')} rows={groups}>
              {(group) => <GroupRow key={group.id} {...group} />}
            </Part>
          </Stack>
        )}
      </ResourceView>
      <TokenDialogs actor={creation} />
      <ConfirmDialog
        actor={deletion}
        title={(name) => t('Delete the token “{name}”?', { name })}
        confirm={t('Delete token')}
        busy={t('Deleting…')}
      >
        <Rich
          text={t(
            'A provider that uses it loses access immediately. Members stay. <0>This cannot be undone.</0>',
          )}
          parts={[<b />]}
        />
      </ConfirmDialog>
    </Section>
  )
}

interface PartProps<Item> {
  title: string
  empty: string
  rows: readonly Item[]
  children: (item: Item) => ReactNode
}

const Part = <Item,>({ title, empty, rows, children }: PartProps<Item>) => (
  <Box>
    <Text as="h3" textStyle="small" color="ink.2" mb="1">
      {title}
    </Text>
    {rows.length === 0 ? <EmptyLine>{empty}</EmptyLine> : <Rows label={title}>{rows.map(children)}</Rows>}
  </Box>
)

const GroupRow = ({ name, members, role }: Provisioning['groups'][number]) => (
  <Row title={name}>
    {t('{members, plural, one {# member} other {# members}}', { members })} ·{' '}
    {role === null ? t('not mapped to a role') : roleName[role]}
  </Row>
)

/** The form for a new token, then its secret, once. */
function TokenDialogs({ actor }: { actor: CreateProvisioningTokenRef }) {
  const secret = useSelector(actor, ({ context }) => context.output?.secret ?? null)
  if (secret !== null)
    return (
      <SecretDialog
        title={t('Your new provisioning token')}
        description={t('Enter it at your provider now. You will not see it again.')}
        onClose={() => actor.send({ type: 'form.closed' })}
      >
        <Secret label={t('Token')} text={secret} />
      </SecretDialog>
    )
  return (
    <FormDialog
      actor={actor}
      title={t('New provisioning token')}
      submit={t('Create token')}
      busy={t('Creating…')}
    >
      <TextField name="name" label={t('Name')} maxLength={TOKEN_NAME_MAX} placeholder={t('Okta')} autoFocus />
      <LifetimeField />
    </FormDialog>
  )
}
