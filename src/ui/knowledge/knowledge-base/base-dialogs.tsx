import { Flex, Text } from '@chakra-ui/react'
import { PencilLine, Trash2 } from 'lucide-react'
import type { KnowledgeBaseDetails } from '../../../machines/knowledge/change-knowledge-base.machine.ts'
import type { ChangeReadersRef } from '../../../machines/knowledge/change-readers.machine.ts'
import type { ConfirmationRef } from '../../../machines/shared/confirmation.machine.ts'
import type { FormRef } from '../../../machines/shared/form/form.machine.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Rich } from '../../parts/rich.tsx'
import { ReadersButton } from '../readers/readers-button.tsx'

type DetailsRef = FormRef<KnowledgeBaseDetails, KnowledgeBase>

interface BaseActionsProps {
  knowledgeBase: KnowledgeBase
  details: DetailsRef
  deletion: ConfirmationRef
  /** Of the dialog of its readers, for those who manage the organization. */
  readers: ChangeReadersRef | null
}

/** What can be done to the knowledge base itself. */
export const BaseActions = ({
  knowledgeBase: { id, name, description },
  details,
  deletion,
  readers,
}: BaseActionsProps) => (
  <Flex gap="2" wrap="wrap">
    {readers && <ReadersButton of="base" thing={{ id, name }} actor={readers} />}
    <Button onClick={() => details.send({ type: 'form.opened', values: { id, name, description } })}>
      <PencilLine aria-hidden />
      {t('Edit')}
    </Button>
    <Button onClick={() => deletion.send({ type: 'confirmation.asked', subject: { id, name } })}>
      <Trash2 aria-hidden />
      {t('Delete')}
    </Button>
  </Flex>
)

export const DetailsDialog = ({ actor }: { actor: DetailsRef }) => (
  <FormDialog actor={actor} title={t('Edit knowledge base')} submit={t('Save')} busy={t('Saving…')}>
    <TextField name="name" label={t('Name')} maxLength={80} autoFocus />
    <TextField name="description" label={t('Description')} rows={3} maxLength={500} />
  </FormDialog>
)

export const RemovalDialog = ({
  actor,
  knowledgeBase: { counts },
}: {
  actor: ConfirmationRef
  knowledgeBase: KnowledgeBase
}) => (
  <ConfirmDialog
    actor={actor}
    title={(name) => t('Delete “{name}”?', { name })}
    confirm={t('Delete knowledge base')}
    busy={t('Deleting…')}
  >
    <Rich
      text={t(
        'Its {documents, plural, =0 {no documents} one {# document} other {# documents}} and everything read from them are deleted. Earlier answers keep the words they quoted. <0>This cannot be undone.</0>',
        { documents: counts.documents },
      )}
      parts={[<Text as="b" />]}
    />
  </ConfirmDialog>
)

export const SourceRemoval = ({ actor }: { actor: ConfirmationRef }) => (
  <ConfirmDialog
    actor={actor}
    title={(url) => t('Delete {url}?', { url })}
    confirm={t('Delete source')}
    busy={t('Deleting…')}
  >
    {t('Its documents are deleted with it. Earlier answers keep the words they quoted.')}
  </ConfirmDialog>
)
