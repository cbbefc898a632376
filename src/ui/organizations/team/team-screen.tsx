import { Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import {
  canManage,
  selectCurrentOrganization,
} from '../../../machines/organizations/organizations/organizations.selectors.ts'
import type { InviteMembersRef } from '../../../machines/organizations/team.machine.ts'
import {
  INVITATIONS_AT_ONCE_MAX,
  type InvitationResult,
  InvitedRole,
} from '../../../services/contract/invitations.ts'
import type { Organization } from '../../../services/contract/organizations.ts'
import { t } from '../../../texts/t.ts'
import { NeedsVerified, useIsUnverified } from '../../accounts/verification/needs-verified.tsx'
import { Button } from '../../parts/button.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { Section } from '../../parts/section.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { useResource, useResourceData, useWorkspace } from '../../workspace.ts'
import { CopyLink } from './copy-link.tsx'
import { Groups } from './groups.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { RoleField } from './role-field.tsx'

/** Leaves the organization; the last owner is shown another way. */
function Leaving({ organization: { id, name, role } }: { organization: Organization }) {
  const leaving = useProvidedActor('leaveOrganization')
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
          onClick={() => ask(leaving, { id: me?.id ?? '', name, organizationId: id })}
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
  const invite = useProvidedActor('inviteMembers')
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

/** Invites several people at once, then shows the result for each. */
function InviteDialog({ actor }: { actor: InviteMembersRef }) {
  const shown = useSelector(actor, (invite) => invite.hasTag('shown'))
  const results = useSelector(actor, ({ context }) => context.output ?? [])
  const close = () => actor.send({ type: 'form.closed' })
  if (shown)
    return (
      <Dialog open locked={false} title={t('Invitations')} onClose={close}>
        <DialogBody>
          <Rows label={t('Results for each address')}>
            {results.map((result) => (
              <Result key={result.email} result={result} />
            ))}
          </Rows>
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={close}>
            {t('Done')}
          </Button>
        </DialogFooter>
      </Dialog>
    )
  return (
    <FormDialog
      actor={actor}
      title={t('Invite people')}
      description={t('Each person gets an email with a link that works for seven days.')}
      submit={t('Send invitations')}
      busy={t('Sending…')}
    >
      <TextField
        name="addresses"
        label={t('Email addresses')}
        rows={3}
        placeholder={t('ben@example.com, cleo@example.com')}
        hint={t('Up to {invitationsAtOnceMax}, separated by commas, spaces or line breaks.', {
          invitationsAtOnceMax: INVITATIONS_AT_ONCE_MAX,
        })}
        autoFocus
      />
      <RoleField roles={InvitedRole.options} />
    </FormDialog>
  )
}

const outcomes = {
  invited: { tone: 'good', label: t('Invited'), text: t('Invitation sent.') },
  renewed: {
    tone: 'good',
    label: t('Sent again'),
    text: t('Already invited. The invitation was renewed for seven days with this role.'),
  },
  member: { tone: 'quiet', label: t('Member'), text: t('Already a member.') },
  invalid: { tone: 'problem', label: t('Not sent'), text: t('This is not an email address.') },
} as const

function Result({ result: { email, outcome, invitation } }: { result: InvitationResult }) {
  const { tone, label, text } = outcomes[outcome]
  return (
    <Row
      title={email}
      badge={<Badge tone={tone}>{label}</Badge>}
      aside={invitation && <CopyLink link={invitation.link} of={email} />}
    >
      {text}
    </Row>
  )
}
