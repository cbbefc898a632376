import type { ConfirmationRef } from '../../machines/shared/confirmation.machine.ts'
import { t } from '../../texts/t.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Rich } from '../parts/rich.tsx'

export const DeleteConversationDialog = ({ actor }: { actor: ConfirmationRef }) => (
  <ConfirmDialog
    actor={actor}
    title={(title) => t('Delete “{title}”?', { title })}
    confirm={t('Delete conversation')}
    busy={t('Deleting…')}
  >
    <Rich
      text={t('The conversation is deleted for everyone. <0>This cannot be undone.</0>')}
      parts={[<b />]}
    />
  </ConfirmDialog>
)
