import { Flex } from '@chakra-ui/react'
import type { Invitation } from '../../../services/contract/invitations.ts'
import { roleName } from '../../../services/contract/roles.ts'
import { t } from '../../../texts/t.ts'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { formatDate } from '../../parts/format.ts'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { EmptyLine, Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { stateBadge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useResource } from '../../workspace.ts'
import { CopyLink } from './copy-link.tsx'

interface InvitationsProps {
  organizationId: string
  /** null: the person cannot invite yet. */
  onInvite: (() => void) | null
}

/** Pending invitations. */
export function Invitations({ organizationId, onInvite }: InvitationsProps) {
  const invitations = useResource('invitations', { organizationId })
  const resending = useProvidedActor('resendInvitation')
  const revoking = useProvidedActor('revokeInvitation')
  return (
    <Section
      title={t('Invitations')}
      lead={t('Each invitation works for seven days and only for its address.')}
    >
      <ResourceView
        resource={invitations}
        skeleton={<SkeletonRows count={2} />}
        empty={<EmptyLine>{t('No pending invitations.')}</EmptyLine>}
      >
        {(list) => (
          <Rows label={t('Invitations')}>
            {list.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                onResend={onInvite && (() => ask(resending, { id: invitation.id, name: invitation.email }))}
                onRevoke={() => ask(revoking, { id: invitation.id, name: invitation.email })}
              />
            ))}
          </Rows>
        )}
      </ResourceView>
      <ConfirmDialog
        actor={resending}
        title={(email) => t('Send the invitation to {email} again?', { email })}
        confirm={t('Send again')}
        busy={t('Sending…')}
      >
        {t('We will send the same link again. It will work for another seven days.')}
      </ConfirmDialog>
      <ConfirmDialog
        actor={revoking}
        title={(email) => t('Withdraw the invitation to {email}?', { email })}
        confirm={t('Withdraw')}
        busy={t('Withdrawing…')}
      >
        {t('Its link stops working immediately. You can invite the address again later.')}
      </ConfirmDialog>
    </Section>
  )
}

interface InvitationRowProps {
  invitation: Invitation
  onResend: (() => void) | null
  onRevoke: () => void
}

type Listed = Exclude<Invitation['status'], 'accepted' | 'revoked'>
const InvitationBadge = stateBadge<Listed>({
  pending: ['caution', t('Pending')],
  expired: ['problem', t('Expired')],
  declined: ['problem', t('Declined')],
})

function InvitationRow({ invitation, onResend, onRevoke }: InvitationRowProps) {
  const { email, role, invited_by, expires_at, link } = invitation
  const status = invitation.status as Listed
  const actions = [
    ...(status === 'declined' || onResend === null ? [] : [{ label: t('Send again'), run: onResend }]),
    { label: status === 'pending' ? t('Withdraw') : t('Remove from list'), run: onRevoke },
  ]
  return (
    <Row
      title={email}
      badge={<InvitationBadge status={status} />}
      aside={
        <Flex gap="1" align="center" flexShrink={0}>
          {status === 'pending' && <CopyLink link={link} of={email} />}
          <RowMenu label={t('Actions for {email}', { email })} actions={actions} />
        </Flex>
      }
    >
      {t('{role} · invited by {person, select, none {a former member} other {{person}}}', {
        role: roleName[role],
        person: invited_by || 'none',
      })}
      {status === 'pending' && ` · ${t('until {date}', { date: formatDate(expires_at) })}`}
    </Row>
  )
}
