import { Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { Group, GroupManager } from '../../../services/contract/groups.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { listed } from '../../parts/format.ts'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { EmptyLine, Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import { useResource } from '../../workspace.ts'
import { GroupDialog } from './group-dialog.tsx'
import { RowMenu } from './row-menu.tsx'

/** Groups of people, by which knowledge bases are opened to some of them. */
export function Groups({ organizationId }: { organizationId: string }) {
  const writeGroup = useProvided('writeGroup')
  const deleteGroup = useProvided('deleteGroup')
  const groups = useResource('groups', { organizationId })
  const writing = useViewActor(writeGroup)
  const deletion = useViewActor(deleteGroup)
  const lost = useSelector(deletion, ({ context }) => context.subject?.parts ?? [])
  const values = ({ id, name, managed_by, claim_value, member_ids }: Group) => ({
    organization_id: organizationId,
    group_id: id,
    managed_by,
    name,
    claim_value: claim_value ?? '',
    member_ids,
  })
  const actionsFor = (group: Group) => [
    { label: t('Edit'), run: () => writing.send({ type: 'form.opened', values: values(group) }) },
    {
      label: t('Delete'),
      run: () =>
        deletion.send({
          type: 'confirmation.asked',
          subject: {
            id: group.id,
            name: group.name,
            organizationId,
            parts: group.knowledge_bases.map(({ name }) => name),
          },
        }),
    },
  ]
  return (
    <Section
      title={t('Groups')}
      lead={t('Use groups to choose who can read a knowledge base.')}
      action={
        <Button
          onClick={() => writing.send({ type: 'form.opened', values: { organization_id: organizationId } })}
        >
          {t('New group')}
        </Button>
      }
    >
      <ResourceView
        resource={groups}
        skeleton={<SkeletonRows count={2} />}
        empty={<EmptyLine>{t('No groups yet.')}</EmptyLine>}
      >
        {(list) => (
          <Rows label={t('Groups')}>
            {list.map((group) => (
              <GroupRow
                key={group.id}
                group={group}
                actions={group.managed_by === 'provider' ? [] : actionsFor(group)}
              />
            ))}
          </Rows>
        )}
      </ResourceView>
      <GroupDialog actor={writing} />
      <ConfirmDialog
        actor={deletion}
        title={(name) => t('Delete the group {name}?', { name })}
        confirm={t('Delete group')}
        busy={t('Deleting…')}
      >
        {lost.length === 0
          ? t('It opens no knowledge base: its members lose nothing.')
          : t('Its members can no longer read {bases}, unless something else lets them.', {
              bases: listed(lost),
            })}
      </ConfirmDialog>
    </Section>
  )
}

const managers: Readonly<Record<GroupManager, string | null>> = {
  hand: null,
  provider: t('From your identity provider'),
  sign_in: t('Filled by single sign-on'),
}

interface GroupRowProps {
  group: Group
  actions: readonly { readonly label: string; readonly run: () => void }[]
}

function GroupRow({ group: { name, managed_by, member_ids, knowledge_bases }, actions }: GroupRowProps) {
  const manager = managers[managed_by]
  return (
    <Row
      title={
        <>
          {name}
          {manager && <Badge tone="quiet">{manager}</Badge>}
        </>
      }
      aside={
        actions.length > 0 && (
          <Flex flexShrink={0}>
            <RowMenu label={t('Actions for {name}', { name })} actions={actions} />
          </Flex>
        )
      }
    >
      {t('{count, plural, =0 {No members} one {# member} other {# members}}', { count: member_ids.length })}
      {knowledge_bases.length > 0 &&
        ` · ${t('can read {bases}', { bases: listed(knowledge_bases.map((base) => base.name)) })}`}
    </Row>
  )
}
