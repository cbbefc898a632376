import { Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { groupValuesOf } from '../../../machines/organizations/groups.machine.ts'
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

/** The access that a group gives its members. */
const openedBy = ({ knowledge_bases, assistants, documents }: Group) => [
  ...knowledge_bases.map(({ name }) => name),
  ...assistants.map(({ name }) => t('the assistant {name}', { name })),
  ...(documents > 0
    ? [t('{count, plural, one {# restricted document} other {# restricted documents}}', { count: documents })]
    : []),
]

/** Groups of people that can be given access to knowledge bases, documents and assistants. */
export function Groups({ organizationId }: { organizationId: string }) {
  const writeGroup = useProvided('writeGroup')
  const deleteGroup = useProvided('deleteGroup')
  const groups = useResource('groups', { organizationId })
  const writing = useViewActor(writeGroup)
  const deletion = useViewActor(deleteGroup)
  const lost = useSelector(deletion, ({ context }) => context.subject?.parts ?? [])
  const actionsFor = (group: Group) => [
    {
      label: t('Edit'),
      run: () => writing.send({ type: 'form.opened', organizationId, values: groupValuesOf(group) }),
    },
    ...(group.managed_by === 'provider'
      ? []
      : [
          {
            label: t('Delete'),
            run: () =>
              deletion.send({
                type: 'confirmation.asked',
                subject: {
                  id: group.id,
                  name: group.name,
                  organizationId,
                  parts: openedBy(group),
                },
              }),
          },
        ]),
  ]
  return (
    <Section
      title={t('Groups')}
      lead={t('Use groups to choose who can read knowledge bases and documents, and who can use assistants.')}
      action={
        <Button onClick={() => writing.send({ type: 'form.opened', organizationId })}>
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
              <GroupRow key={group.id} group={group} actions={actionsFor(group)} />
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
          ? t('Its members lose no access.')
          : t('Its members lose access to {things}, unless they have it another way.', {
              things: listed(lost),
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

function GroupRow({ group, actions }: GroupRowProps) {
  const { name, managed_by, member_ids } = group
  const opened = openedBy(group)
  const manager = managers[managed_by]
  return (
    <Row
      title={name}
      badge={manager && <Badge tone="quiet">{manager}</Badge>}
      aside={
        actions.length > 0 && (
          <Flex flexShrink={0}>
            <RowMenu label={t('Actions for {name}', { name })} actions={actions} />
          </Flex>
        )
      }
    >
      {t('{count, plural, =0 {No members} one {# member} other {# members}}', { count: member_ids.length })}
      {opened.length > 0 && ` · ${t('access to {things}', { things: listed(opened) })}`}
    </Row>
  )
}
