import { Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import {
  canManage,
  selectCurrentOrganization,
} from '../../../machines/organizations/organizations/organizations.selectors.ts'
import { t } from '../../../texts/t.ts'
import { NeedsVerified, useIsUnverified } from '../../accounts/verification/needs-verified.tsx'
import { Button } from '../../parts/button.tsx'
import { useProvided } from '../../provided.ts'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useWorkspace } from '../../workspace.ts'
import { Groups } from './groups.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { Leaving } from './leaving.tsx'
import { Members } from './members.tsx'

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
