import type { Passage } from '../../services/contract/documents.ts'
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
