import { useSelector } from '@xstate/react'
import type { KnowledgeBaseRef } from '../../../machines/knowledge/knowledge-base.machine.ts'
import {
  DOCUMENT_NAME_MAX,
  FAQ_ANSWER_MAX,
  PASSAGE_EDIT_MAX,
  TYPED_TEXT_MAX,
} from '../../../services/contract/documents.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { TextField, useFieldValue, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ToggleField } from '../../parts/toggle-field.tsx'

/** Content written in Lectern itself: texts, questions with their answers, and edited passages. */
export function WritingDialogs({ actor }: { actor: KnowledgeBaseRef }) {
  const text = useSelector(actor, ({ children }) => children.writeText)!
  const faq = useSelector(actor, ({ children }) => children.writeFaq)!
  const passage = useSelector(actor, ({ children }) => children.editPassage)!
  const textIsNew = useSelector(text, ({ context }) => context.values.id === null)
  const faqIsNew = useSelector(faq, ({ context }) => context.values.id === null)
  return (
    <>
      <FormDialog
        actor={text}
        title={textIsNew ? t('Write text') : t('Edit text')}
        submit={t('Save')}
        busy={t('Saving…')}
        description={t('You can use Markdown. Each heading begins a new passage.')}
      >
        <TextField name="name" label={t('Name')} maxLength={DOCUMENT_NAME_MAX} autoFocus />
        <TextField name="text" label={t('Text')} rows={12} maxLength={TYPED_TEXT_MAX} />
      </FormDialog>
      <FormDialog
        actor={faq}
        title={faqIsNew ? t('Add a question') : t('Edit question')}
        submit={t('Save')}
        busy={t('Saving…')}
        description={t('Write the question as people ask it; assistants quote the answer.')}
      >
        <TextField name="question" label={t('Question')} maxLength={DOCUMENT_NAME_MAX} autoFocus />
        <TextField name="answer" label={t('Answer')} rows={6} maxLength={FAQ_ANSWER_MAX} />
        <ToggleField
          name="approved"
          label={t('Approved')}
          hint={t('A draft is not quoted until it is approved.')}
        />
      </FormDialog>
      <FormDialog actor={passage} title={t('Edit passage')} submit={t('Save')} busy={t('Saving…')}>
        <TextField
          name="content"
          label={t('Passage')}
          rows={10}
          maxLength={PASSAGE_EDIT_MAX}
          hint={t('Your wording is kept when the document is read again.')}
          autoFocus
        />
        <Original />
        <ToggleField
          name="enabled"
          label={t('Quote this passage')}
          hint={t('When off, no assistant uses it.')}
        />
      </FormDialog>
    </>
  )
}

/** Restores the document's own wording. */
function Original() {
  const form = useForm()
  const original = useFieldValue('original') as string | null
  const content = useFieldValue('content')
  if (original === null || original === content) return null
  return (
    <Button
      size="sm"
      justifySelf="start"
      onClick={() => form.send({ type: 'field.changed', name: 'content', value: original })}
    >
      {t('Restore the original wording')}
    </Button>
  )
}
