import { t } from '../../texts/t.ts'
import { createOperationMachine } from '../shared/operation.machine.ts'

/** An answer, or a passage that a question found. */
export type GoldenSource =
  | { readonly kind: 'answer'; readonly messageId: string }
  | {
      readonly kind: 'passage'
      readonly knowledgeBaseId: string
      readonly question: string
      readonly documentId: string
      readonly quote: string
    }

export const takeGoldenMachine = createOperationMachine<GoldenSource>({
  id: 'takeGolden',
  description: 'A question and what was found for it become a golden question.',
  done: t('Saved as a golden question.'),
  fallback: t('The golden question could not be saved. Please try again.'),
})
