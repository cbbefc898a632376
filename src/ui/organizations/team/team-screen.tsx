import { Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import {
  canManage,
  selectCurrentOrganization,
} from '../../../machines/organizations/organizations/organizations.selectors.ts'
import type { Organization } from '../../../services/contract/organizations.ts'
import { t } from '../../../texts/t.ts'
import { NeedsVerified, useIsUnverified } from '../../accounts/verification/needs-verified.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Section } from '../../parts/section.tsx'
import { useProvided } from '../../provided.ts'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useResource, useResourceData, useWorkspace } from '../../workspace.ts'
import { Groups } from './groups.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { Members } from './members.tsx'

/** Leaves the organization; the last owner is shown another way. */
function Leaving({ organization: { id, name, role } }: { organization: Organization }) {
  const leaving = useViewActor(useProvided('leaveOrganization'))
  const members = useResourceData(useResource('members', { organizationId: id }))
  const me = useResourceData(useResource('me', {}))
  const owners = (members ?? []).filter((member) => member.role === 'owner')
  const isLastOwner = role === 'owner' && owners.length === 1
  return (
    <Section
      title={t('Leave the organization')}
      lead={t('You lose access immediately. Your work stays.')}
      action={
        <Button
          variant="danger"
          disabled={members === null || me === null || isLastOwner}
          onClick={() =>
            leaving.send({
              type: 'confirmation.asked',
              subject: { id: me?.id ?? '', name, organizationId: id },
            })
          }
        >
          {t('Leave')}
        </Button>
      }
    >
      {isLastOwner && (
        <Notice tone="caution">
          <Rich
            text={
              members?.length === 1
                ? t('You are the only member. To leave, <0>delete the organization</0>.')
                : t(
                    'You are the only owner. Transfer ownership to a member above, or <0>delete the organization</0>.',
                  )
            }
            parts={[<Link to="/settings/organization" />]}
          />
        </Notice>
      )}
      <ConfirmDialog
        actor={leaving}
        title={(organization) => t('Leave {organization}?', { organization })}
        confirm={t('Leave')}
        busy={t('Leaving…')}
      >
        {t('You need a new invitation to come back.')}
      </ConfirmDialog>
    </Section>
  )
}

/** S2.14: the organization's members and invitations. */
export function TeamScreen() {
  const { organizations } = useWorkspace()
  const organization = useSelector(organizations, selectCurrentOrganization)
  const manages = useSelector(organizations, canManage)
  const mayInvite = !useIsUnverified() && manages
  const invite = useViewActor(useProvided('inviteMembers'))
  if (!organization) return null
  const open = () => invite.send({ type: 'form.opened', organizationId: organization.id })
  return (
    <SettingsPage
      title={t('Team')}
      lead={t('Members of {name} and their roles.', { name: organization.name })}
      action={
        mayInvite && (
          <Button variant="primary" onClick={open}>
            {t('Invite people')}
          </Button>
        )
      }
    >
      <Stack gap="8">
        {manages && <NeedsVerified to={t('invite people')} />}
        <Members organization={organization} />
        {manages && <Groups organizationId={organization.id} />}
        {manages && <Invitations organizationId={organization.id} onInvite={mayInvite ? open : null} />}
        <Leaving organization={organization} />
      </Stack>
      <InviteDialog actor={invite} />
    </SettingsPage>
  )
}
