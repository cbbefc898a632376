import { useSelector } from '@xstate/react'
import type { ConfirmationRef } from '../../../machines/confirmation/confirmation.machine.ts'
import type { KnowledgeBaseRef } from '../../../machines/knowledge-base/knowledge-base.machine.ts'
import {
  DOCUMENT_NAME_MAX,
  FAQ_ANSWER_MAX,
  PASSAGE_EDIT_MAX,
  TYPED_TEXT_MAX,
} from '../../../services/contract/documents.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { TextField, useFieldValue, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ToggleField } from '../../parts/toggle-field.tsx'
import { useDocumentActors } from './document-actors.ts'

/** Everything that is laid over the list of documents. */
export function Dialogs({ actor, deletion }: { actor: KnowledgeBaseRef; deletion: ConfirmationRef }) {
  const { renaming } = useDocumentActors()
  const text = useSelector(actor, ({ children }) => children.writeText)!
  const faq = useSelector(actor, ({ children }) => children.writeFaq)!
  const passage = useSelector(actor, ({ children }) => children.editPassage)!
  const textIsNew = useSelector(text, ({ context }) => context.values.id === null)
  const faqIsNew = useSelector(faq, ({ context }) => context.values.id === null)
  return (
    <>
      <FormDialog actor={renaming} title="Rename document" submit="Rename" busy="Renaming…">
        <TextField name="name" label="Name" maxLength={DOCUMENT_NAME_MAX} autoFocus />
      </FormDialog>
      <FormDialog
        actor={text}
        title={textIsNew ? 'Write text' : 'Edit text'}
        submit="Save"
        busy="Saving…"
        description="You can use Markdown. Each heading begins a new passage."
      >
        <TextField name="name" label="Name" maxLength={DOCUMENT_NAME_MAX} autoFocus />
        <TextField name="text" label="Text" rows={12} maxLength={TYPED_TEXT_MAX} />
      </FormDialog>
      <FormDialog
        actor={faq}
        title={faqIsNew ? 'Add a question' : 'Edit question'}
        submit="Save"
        busy="Saving…"
        description="Write the question as people ask it; assistants quote the answer."
      >
        <TextField name="question" label="Question" maxLength={DOCUMENT_NAME_MAX} autoFocus />
        <TextField name="answer" label="Answer" rows={6} maxLength={FAQ_ANSWER_MAX} />
        <ToggleField name="approved" label="Approved" hint="A draft is not quoted until it is approved." />
      </FormDialog>
      <FormDialog actor={passage} title="Edit passage" submit="Save" busy="Saving…">
        <TextField
          name="content"
          label="Passage"
          rows={10}
          maxLength={PASSAGE_EDIT_MAX}
          hint="Your wording is kept when the document is read again."
          autoFocus
        />
        <Original />
        <ToggleField name="enabled" label="Quote this passage" hint="Turned off, no assistant reads it." />
      </FormDialog>
      <ConfirmDialog actor={deletion} title={(name) => `Delete ${name}?`} confirm="Delete" busy="Deleting…">
        Assistants stop quoting it immediately. Earlier answers keep the words they quoted.
      </ConfirmDialog>
    </>
  )
}

/** The way back to the wording of the document. */
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
      Restore the original wording
    </Button>
  )
}
