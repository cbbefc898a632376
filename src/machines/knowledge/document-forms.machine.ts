import type { Document, Passage } from '../../services/contract/documents.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

export interface PassageValues {
  readonly id: string
  readonly content: string
  /** Assistants can read it. */
  readonly enabled: boolean
  /** Original text, if it was edited before. */
  readonly original: string | null
}

/** The dialog that edits a passage, or excludes it from answers. */
export const editPassageMachine = createFormMachine<PassageValues, Passage>({
  id: 'editPassage',
  description: 'Changes the wording of a passage, or leaves it out of answers.',
  initial: 'closed',
  empty: { id: '', content: '', enabled: true, original: null },
  validate: ({ content }) =>
    content.trim() === '' ? { content: t('A passage cannot be empty. Disable it instead.') } : {},
  fallback: t('The passage could not be changed. Please try again.'),
})

export interface DocumentNameValues {
  readonly id: string
  readonly name: string
}

/** The dialog that renames a document. */
export const renameDocumentMachine = createFormMachine<DocumentNameValues, Document>({
  id: 'renameDocument',
  description: 'Gives a document another name.',
  initial: 'closed',
  empty: { id: '', name: '' },
  validate: ({ name }) => (name.trim() === '' ? { name: t('Give the document a name.') } : {}),
  fallback: t('The document could not be renamed. Please try again.'),
})

interface FaqValues {
  readonly knowledgeBaseId: string
  /** The document to change; null for a new one. */
  readonly id: string | null
  readonly question: string
  readonly answer: string
  /** Assistants read it; a draft waits for approval. */
  readonly approved: boolean
}

/** The dialog for writing a question and its answer. */
export const writeFaqMachine = createFormMachine<FaqValues, Document>({
  id: 'writeFaq',
  description: 'Writes a question with its answer, or changes one.',
  initial: 'closed',
  empty: { knowledgeBaseId: '', id: null, question: '', answer: '', approved: true },
  validate: ({ question, answer }) => ({
    ...(question.trim() === '' && { question: t('Enter the question as people ask it.') }),
    ...(answer.trim() === '' && { answer: t('Write the answer.') }),
  }),
  fallback: t('The question could not be saved. Please try again.'),
})

interface TypedTextValues {
  readonly knowledgeBaseId: string
  /** The document to change; null for a new one. */
  readonly id: string | null
  readonly name: string
  readonly text: string
}

/** The dialog for typing a text that becomes a document. */
export const writeTextMachine = createFormMachine<TypedTextValues, Document>({
  id: 'writeText',
  description: 'Types a text that becomes a document, or changes one.',
  initial: 'closed',
  empty: { knowledgeBaseId: '', id: null, name: '', text: '' },
  validate: ({ name, text }) => ({
    ...(name.trim() === '' && { name: t('Give the text a name.') }),
    ...(text.trim() === '' && { text: t('Enter a text that assistants can quote.') }),
  }),
  fallback: t('The text could not be saved. Please try again.'),
})
