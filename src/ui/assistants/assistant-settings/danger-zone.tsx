import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Section } from '../../parts/section.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'

export function DangerZone({ integration: { id, name } }: { integration: Integration }) {
  const deletion = useViewActor(useProvided('deleteIntegration'))
  const duplication = useViewActor(useProvided('duplicateIntegration'))
  return (
    <>
      <Section
        title={t('Duplicate')}
        lead={t('A new draft with the saved settings. Its public page is off.')}
        action={
          <Button onClick={() => duplication.send({ type: 'confirmation.asked', subject: { id, name } })}>
            {t('Duplicate')}
          </Button>
        }
      />
      <Section
        title={t('Danger zone')}
        lead={t('Deleting the assistant also deletes all its conversations. Its knowledge bases stay.')}
        action={
          <Button
            variant="danger"
            onClick={() => deletion.send({ type: 'confirmation.asked', subject: { id, name } })}
          >
            {t('Delete assistant')}
          </Button>
        }
      />
      <ConfirmDialog
        actor={duplication}
        title={(name) => t('Duplicate “{name}”?', { name })}
        confirm={t('Duplicate')}
        busy={t('Copying…')}
      >
        {t('The copy has the same knowledge bases and settings, but no conversations.')}
      </ConfirmDialog>
      <ConfirmDialog
        actor={deletion}
        title={(name) => t('Delete “{name}”?', { name })}
        confirm={t('Delete assistant')}
        busy={t('Deleting…')}
      >
        <Rich
          text={t(
            'The assistant and all its conversations are deleted. Its knowledge bases stay. <0>This cannot be undone.</0>',
          )}
          parts={[<b />]}
        />
      </ConfirmDialog>
    </>
  )
}
