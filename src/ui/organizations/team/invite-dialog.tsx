import { useSelector } from '@xstate/react'
import type { InviteMembersRef } from '../../../machines/organizations/team.machine.ts'
import {
  INVITATIONS_AT_ONCE_MAX,
  type InvitationResult,
  InvitedRole,
} from '../../../services/contract/invitations.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { CopyLink } from './copy-link.tsx'
import { RoleField } from './role-field.tsx'

/** Invites several people at once, then shows the result for each. */
export function InviteDialog({ actor }: { actor: InviteMembersRef }) {
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
