import { Flex, Text } from '@chakra-ui/react'
import { PencilLine, Trash2 } from 'lucide-react'
import type { ChangeReadersRef } from '../../../machines/knowledge/change-readers.machine.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Rich } from '../../parts/rich.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import { ReadersButton } from '../readers/readers-button.tsx'

interface BaseActionsProps {
  knowledgeBase: KnowledgeBase
  /** The dialog of its readers, for owners and admins. */
  readers: ChangeReadersRef | null
}

/** Actions on the knowledge base itself. */
export function BaseActions({ knowledgeBase: { id, name, description, counts }, readers }: BaseActionsProps) {
  const details = useViewActor(useProvided('changeKnowledgeBase'))
  const deletion = useViewActor(useProvided('deleteKnowledgeBase'))
  return (
    // On a phone they fill their rows: in some languages they need two lines.
    <Flex
      gap="2"
      wrap="wrap"
      flex={{ base: '1 0 100%', sm: '0 1 auto' }}
      css={{ '& > button': { flexGrow: { base: 1, sm: 0 } } }}
    >
      {readers && <ReadersButton of="base" thing={{ id, name }} actor={readers} />}
      <Button onClick={() => details.send({ type: 'form.opened', values: { id, name, description } })}>
        <PencilLine aria-hidden />
        {t('Edit')}
      </Button>
      <Button onClick={() => deletion.send({ type: 'confirmation.asked', subject: { id, name } })}>
        <Trash2 aria-hidden />
        {t('Delete')}
      </Button>
      <FormDialog actor={details} title={t('Edit knowledge base')} submit={t('Save')} busy={t('Saving…')}>
        <TextField name="name" label={t('Name')} maxLength={80} autoFocus />
        <TextField name="description" label={t('Description')} rows={3} maxLength={500} />
      </FormDialog>
      <ConfirmDialog
        actor={deletion}
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
    </Flex>
  )
}
