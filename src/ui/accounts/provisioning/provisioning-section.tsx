import { Box, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { Provisioning, ProvisioningToken } from '../../../services/contract/provisioning.ts'
import { roleName } from '../../../services/contract/roles.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopiedValue } from '../../parts/copied-value.tsx'
import { KeyFacts } from '../../parts/key-facts.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { EmptyLine, Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import { useResource } from '../../workspace.ts'
import { TokenDialogs } from './token-dialogs.tsx'

/** What a provider needs to manage members, and the groups that it has sent. */
export function ProvisioningSection({
  organizationId,
  mayChange,
}: {
  organizationId: string
  mayChange: boolean
}) {
  const creation = useViewActor(useProvided('createToken'))
  const deletion = useViewActor(useProvided('deleteToken'))
  const open = () => creation.send({ type: 'form.opened', organizationId })
  const askToDelete = ({ id, name }: ProvisioningToken) =>
    deletion.send({ type: 'confirmation.asked', subject: { organizationId, id, name } })
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
