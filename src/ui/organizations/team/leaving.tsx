import type { Organization } from '../../../services/contract/organizations.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Notice } from '../../parts/form.tsx'
import { Link } from '../../parts/link.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Section } from '../../parts/section.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import { useResource, useResourceData } from '../../workspace.ts'

/** Leaves the organization; the last owner is shown another way. */
export function Leaving({ organization: { id, name, role } }: { organization: Organization }) {
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
