import { Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { groupValuesOf, type WriteGroupRef } from '../../../machines/organizations/groups.machine.ts'
import {
  GROUP_ADDRESS_MAX,
  GROUP_NAME_MAX,
  type Group,
  type GroupManager,
} from '../../../services/contract/groups.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { RadioList } from '../../parts/choice-list.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { TextField, useFormValues } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { listedNames } from '../../parts/joined.ts'
import { PeopleList } from '../../parts/people-list.tsx'
import { FieldView, ResourceView } from '../../parts/resource-view.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { EmptyLine, Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId, useResource } from '../../workspace.ts'

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
  const groups = useResource('groups', { organizationId })
  const writing = useProvidedActor('writeGroup')
  const deletion = useProvidedActor('deleteGroup')
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
              ask(deletion, {
                id: group.id,
                name: group.name,
                organizationId,
                parts: openedBy(group),
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
              things: listedNames(lost),
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
      {opened.length > 0 && ` · ${t('access to {things}', { things: listedNames(opened) })}`}
    </Row>
  )
}

/** Creates a group, or changes its name and its members. */
function GroupDialog({ actor }: { actor: WriteGroupRef }) {
  const isNew = useSelector(actor, ({ context }) => context.values.group_id === '')
  return (
    <FormDialog
      actor={actor}
      title={isNew ? t('New group') : t('Edit group')}
      description={t('Use groups to choose who can read a knowledge base.')}
      submit={isNew ? t('Create group') : t('Save group')}
      busy={t('Saving…')}
    >
      <GroupFields />
    </FormDialog>
  )
}

function GroupFields() {
  const organizationId = useOrganizationId()
  const members = useResource('members', { organizationId })
  const { group_id, managed_by } = useFormValues()
  const isNew = group_id === ''
  return (
    <>
      {managed_by !== 'provider' && (
        <TextField name="name" label={t('Name')} maxLength={GROUP_NAME_MAX} autoFocus />
      )}
      {isNew && (
        <RadioList
          name="managed_by"
          label={t('Members')}
          choices={[
            { value: 'hand', label: t('Chosen here'), hint: t('You add and remove people.') },
            {
              value: 'sign_in',
              label: t('Filled by single sign-on'),
              hint: t('Everyone with a certain value in the role claim, starting with their next log-in.'),
            },
          ]}
        />
      )}
      {isNew && managed_by === 'sign_in' && (
        <TextField
          name="claim_value"
          label={t('Role claim value')}
          maxLength={200}
          hint={t('Exactly as your identity provider sends it.')}
        />
      )}
      <TextField
        name="service_address"
        label={t('Address in connected services (optional)')}
        maxLength={GROUP_ADDRESS_MAX}
        hint={t(
          'For example, the address of a Google group. Members of this group can then read the documents shared with it.',
        )}
      />
      {managed_by === 'hand' && (
        <FieldView label={t('People')} resource={members}>
          {(list) => <PeopleList name="member_ids" members={list} />}
        </FieldView>
      )}
    </>
  )
}
