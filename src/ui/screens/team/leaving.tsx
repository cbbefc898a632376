import type { Organization } from '../../../services/contract/organizations.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Notice } from '../../parts/form.tsx'
import { Link } from '../../parts/link.tsx'
import { Section } from '../../parts/section.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useResource, useResourceData } from '../../workspace.ts'
import { useTeamMachines } from './machines.ts'

/** The way out; the last owner is shown another one. */
export function Leaving({ organization: { id, name, role } }: { organization: Organization }) {
  const leaving = useViewActor(useTeamMachines().leaveOrganization)
  const members = useResourceData(useResource('members', { organizationId: id }))
  const me = useResourceData(useResource('me', {}))
  const owners = (members ?? []).filter((member) => member.role === 'owner')
  const isLastOwner = role === 'owner' && owners.length === 1
  return (
    <Section
      title="Leave the organization"
      lead="You lose access immediately. What you created stays."
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
          Leave
        </Button>
      }
    >
      {isLastOwner && (
        <Notice tone="caution">
          You are its only owner.{' '}
          {members?.length === 1 ? 'Nobody else is here: ' : 'Hand it over to somebody above, or '}
          <Link to="/settings/organization">delete the organization</Link>.
        </Notice>
      )}
      <ConfirmDialog
        actor={leaving}
        title={(organization) => `Leave ${organization}?`}
        confirm="Leave"
        busy="Leaving…"
      >
        To come back you need a new invitation.
      </ConfirmDialog>
    </Section>
  )
}
