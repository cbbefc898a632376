import { Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { Member } from '../../../services/contract/members.ts'
import type { Organization } from '../../../services/contract/organizations.ts'
import { may, mayGiveRole, mayRemove, type Role, roleName } from '../../../services/contract/roles.ts'
import { t } from '../../../texts/t.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { useFormatDay } from '../../parts/clock.ts'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { NothingMatches, useFind } from '../../parts/find.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { formatDate } from '../../parts/format.ts'
import { LongList } from '../../parts/long-list.tsx'
import { initialsOf, nameOf } from '../../parts/person.ts'
import { ResourceView } from '../../parts/resource-view.tsx'
import { RowBody } from '../../parts/row.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useResource, useResourceData } from '../../workspace.ts'
import { MemberAccessDialog } from './member-access-dialog.tsx'
import { RoleField } from './role-field.tsx'

const ROLES: readonly Role[] = ['owner', 'admin', 'editor', 'viewer']

/** All members of the organization, with the actions that the person can take. */
export function Members({ organization }: { organization: Organization }) {
  const { id: organizationId, name: organizationName, role: mine } = organization
  const members = useResource('members', { organizationId })
  const me = useResourceData(useResource('me', {}))?.id
  const role = useProvidedActor('changeRole')
  const removal = useProvidedActor('removeMember')
  const transfer = useProvidedActor('transferOwnership')
  const access = useProvidedActor('memberAccess')
  const whose = useSelector(role, ({ context }) => context.values.name)
  const given = ROLES.filter((role) => mayGiveRole(mine, 'viewer', role))

  const actionsFor = (member: Member) => {
    const subject = { id: member.user_id, name: nameOf(member), organizationId }
    const isMe = member.user_id === me
    const from = member.role
    return [
      mayGiveRole(mine, from, from) && {
        label: t('Change role'),
        run: () =>
          role.send({
            type: 'form.opened',
            organizationId,
            values: {
              user_id: member.user_id,
              name: subject.name,
              from,
              role: from,
            },
          }),
      },
      may(mine, 'manage') && {
        label: t('Show what they can read'),
        run: () =>
          access.send({ type: 'member.chosen', member: { userId: member.user_id, name: subject.name } }),
      },
      may(mine, 'own') &&
        !isMe &&
        from !== 'owner' && {
          label: t('Transfer ownership'),
          run: () => ask(transfer, subject),
        },
      !isMe &&
        mayRemove(mine, from) && {
          label: t('Remove'),
          run: () => ask(removal, subject),
        },
    ].filter((action) => action !== false)
  }

  return (
    <Section title={t('Members')}>
      <ResourceView resource={members} skeleton={<SkeletonRows count={2} />}>
        {(list) => (
          <MemberList members={list}>
            {(member) => (
              <MemberRow member={member} isMe={member.user_id === me} actions={actionsFor(member)} />
            )}
          </MemberList>
        )}
      </ResourceView>
      <FormDialog
        actor={role}
        title={t('Role of {whose}', { whose })}
        description={t('It applies right away.')}
        submit={t('Save role')}
        busy={t('Saving…')}
      >
        <RoleField roles={given} />
      </FormDialog>
      <MemberAccessDialog actor={access} />
      <ConfirmDialog
        actor={removal}
        title={(name) => t('Remove {name}?', { name })}
        confirm={t('Remove member')}
        busy={t('Removing…')}
      >
        {t(
          'They lose access to {organizationName} immediately. Their work stays. They need a new invitation to come back.',
          { organizationName },
        )}
      </ConfirmDialog>
      <ConfirmDialog
        actor={transfer}
        title={(name) => t('Transfer {organizationName} to {name}?', { organizationName, name })}
        confirm={t('Transfer')}
        busy={t('Transferring…')}
      >
        {t(
          'They become the owner, and you become an admin. Only they can transfer ownership back. Plan, card on file and invoices stay with the organization. If the card is yours, it is charged until they change it.',
        )}
      </ConfirmDialog>
    </Section>
  )
}

interface MemberListProps {
  members: readonly Member[]
  children: (member: Member) => ReactNode
}

function MemberList({ members, children }: MemberListProps) {
  const { field, found } = useFind(t('Find people'), members, (member) => `${nameOf(member)} ${member.email}`)
  return (
    <>
      {field}
      {found.length === 0 ? (
        <NothingMatches />
      ) : (
        <LongList label={t('Members')} items={found} keyOf={({ user_id }) => user_id}>
          {children}
        </LongList>
      )}
    </>
  )
}

interface MemberRowProps {
  member: Member
  isMe: boolean
  actions: readonly { label: string; run: () => void }[]
}

function MemberRow({ member, isMe, actions }: MemberRowProps) {
  const formatDay = useFormatDay()
  const name = nameOf(member)
  return (
    <RowBody
      lead={
        <Avatar url={member.profile_picture_url} initials={initialsOf(member)} size="38px" shape="person" />
      }
      title={name}
      badge={
        <>
          <Badge tone={member.role === 'owner' ? 'good' : 'quiet'}>{roleName[member.role]}</Badge>
          {isMe && <Badge tone="quiet">{t('You')}</Badge>}
        </>
      }
      aside={
        <Flex width="9" justify="flex-end" flexShrink={0}>
          {actions.length > 0 && <RowMenu label={t('Actions for {name}', { name })} actions={actions} />}
        </Flex>
      }
    >
      {name !== member.email && `${member.email} · `}
      {member.last_active_at === null
        ? t('not active in the last week')
        : t('last active: {day}', { day: formatDay(member.last_active_at) })}
      {` · ${t('since {date}', { date: formatDate(member.joined_at) })}`}
    </RowBody>
  )
}
