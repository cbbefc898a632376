import {
  DEFAULT_RETRIEVAL_SETTINGS,
  mayOverlap,
  type RetrievalSettings,
} from '../../services/contract/knowledge-bases.ts'
import { t } from '../../texts/t.ts'
import { createRecordMachine } from '../shared/record.machine.ts'

/** As in the form: 0 passages means as many as the assistant takes. */
export type RetrievalValues = Omit<RetrievalSettings, 'top_k'> & { readonly top_k: number }

/** How documents are split into passages, and how these are searched. */
export const retrievalSettingsMachine = createRecordMachine<RetrievalValues>({
  id: 'retrievalSettings',
  description: 'How the documents of a knowledge base are split into passages, and how these are searched.',
  validate: (values) =>
    mayOverlap(values) ? {} : { passage_overlap: t('Passages may overlap by half of their size at most.') },
  names: {
    passage_size: t('passage size'),
    passage_overlap: t('passage overlap'),
    mode: t('search'),
    top_k: t('number of passages'),
    score_threshold: t('minimum rank score'),
  },
  fallback: t('The settings could not be saved. Your changes are kept: try again.'),
})

export const retrievalValuesOf = (settings: RetrievalSettings): RetrievalValues => ({
  ...settings,
  top_k: settings.top_k ?? 0,
})

export const retrievalSettingsOf = ({ top_k, ...values }: Partial<RetrievalValues>) => ({
  ...values,
  ...(top_k !== undefined && { top_k: top_k === 0 ? null : top_k }),
})

export const DEFAULT_RETRIEVAL_VALUES = retrievalValuesOf(DEFAULT_RETRIEVAL_SETTINGS)
