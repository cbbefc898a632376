import type { Integration } from '../../../services/contract/integrations.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useAssistantSettingsMachines } from './machines.ts'

export function DangerZone({ integration: { id, name } }: { integration: Integration }) {
  const deletion = useViewActor(useAssistantSettingsMachines().deleteIntegration)
  const duplication = useViewActor(useAssistantSettingsMachines().duplicateIntegration)
  return (
    <>
      <Section
        title="Duplicate"
        lead="A new draft with the settings that are saved. Its public page is off."
        action={
          <Button onClick={() => duplication.send({ type: 'confirmation.asked', subject: { id, name } })}>
            Duplicate
          </Button>
        }
      />
      <Section
        title="Danger zone"
        lead="Deleting the assistant removes every conversation with it. Its knowledge bases stay."
        action={
          <Button
            variant="danger"
            onClick={() => deletion.send({ type: 'confirmation.asked', subject: { id, name } })}
          >
            Delete assistant
          </Button>
        }
      />
      <ConfirmDialog
        actor={duplication}
        title={(subject) => `Duplicate “${subject}”?`}
        confirm="Duplicate"
        busy="Copying…"
      >
        The copy has the same knowledge bases and settings, and none of the conversations.
      </ConfirmDialog>
      <ConfirmDialog
        actor={deletion}
        title={(subject) => `Delete “${subject}”?`}
        confirm="Delete assistant"
        busy="Deleting…"
      >
        The assistant and every conversation with it are removed for good. Its knowledge bases stay.{' '}
        <b>This cannot be undone.</b>
      </ConfirmDialog>
    </>
  )
}
