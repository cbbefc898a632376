import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import {
  DEFAULT_RETRIEVAL_VALUES,
  type RetrievalValues,
  retrievalValuesOf,
} from '../../../machines/knowledge/retrieval-settings.machine.ts'
import type { RecordRef } from '../../../machines/shared/record.machine.ts'
import {
  KNOWLEDGE_TOP_K_MAX,
  type KnowledgeBase,
  PASSAGE_OVERLAP_MAX,
  PASSAGE_SIZE,
} from '../../../services/contract/knowledge-bases.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { Form, FormError } from '../../parts/form.tsx'
import { formatNumber, formatShare } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { RangeField } from '../../parts/range-field.tsx'
import { useRecord } from '../../parts/record-form.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { useProvided } from '../../provided.ts'
import { SEARCH_MODES } from '../passages/search-modes.ts'

const MODES = Object.entries(SEARCH_MODES).map(([value, label]) => ({ value, label }))

const characters = (count: number) => t('{count} characters', { count: formatNumber(count) })

/** How documents are split into passages, and how these are searched. */
export function RetrievalSettingsForm({
  knowledgeBase: { id, settings },
  editable,
}: {
  knowledgeBase: KnowledgeBase
  editable: boolean
}) {
  const form = useRecord(useProvided('retrievalSettings'), id, settings, retrievalValuesOf)
  return (
    <Form actor={form}>
      <FormError />
      <chakra.fieldset disabled={!editable} display="grid" gap="6">
        <RangeField
          name="passage_size"
          label={t('Passage size')}
          hint={t('Small passages give precise quotes; large ones keep more context.')}
          {...PASSAGE_SIZE}
          step={100}
          said={characters}
        />
        <RangeField
          name="passage_overlap"
          label={t('Passage overlap')}
          hint={t(
            'How much each passage repeats from the one before, in whole sentences, so that no context is lost.',
          )}
          min={0}
          max={PASSAGE_OVERLAP_MAX}
          step={50}
          said={(value) => (value === 0 ? t('None') : characters(value))}
        />
        <SelectField
          name="mode"
          label={t('Search by')}
          hint={t('Words find names and numbers; meaning finds other wordings.')}
          options={MODES}
        />
        <RangeField
          name="top_k"
          label={t('Maximum passages')}
          hint={t('How many passages an answer can use from this knowledge base.')}
          min={0}
          max={KNOWLEDGE_TOP_K_MAX}
          step={1}
          said={(count) =>
            count === 0
              ? t('Set by the assistant')
              : t('{count, plural, =0 {No passages} one {# passage} other {# passages}}', { count })
          }
        />
        <RangeField
          name="score_threshold"
          label={t('Minimum rank score')}
          hint={t(
            'The rank score combines the ranks by words and by meaning: 100% is first in both. Passages below the minimum are left out.',
          )}
          min={0}
          max={1}
          step={0.05}
          said={(value) => (value === 0 ? t('No minimum') : formatShare(value))}
        />
      </chakra.fieldset>
      <Announcement form={form} />
      {editable && (
        <SaveBar actor={form}>
          <Defaults form={form} />
        </SaveBar>
      )}
    </Form>
  )
}

/** The work that saving would start. */
function Announcement({ form }: { form: RecordRef<RetrievalValues> }) {
  const isCutAnew = useSelector(
    form,
    ({ context: { values, saved } }) =>
      values.passage_size !== saved.passage_size || values.passage_overlap !== saved.passage_overlap,
  )
  const error = useSelector(form, ({ context }) => context.fieldErrors.passage_overlap)
  return (
    <>
      {error && <Notice tone="error">{error}</Notice>}
      {isCutAnew && (
        <Notice tone="caution">
          {t(
            'Changing the passages needs a re-index: every document is read again. Answers use the old passages until the new ones are ready.',
          )}
        </Notice>
      )}
    </>
  )
}

function Defaults({ form }: { form: RecordRef<RetrievalValues> }) {
  return (
    <Button
      variant="ghost"
      onClick={() => {
        for (const [name, value] of Object.entries(DEFAULT_RETRIEVAL_VALUES))
          form.send({ type: 'field.changed', name, value })
      }}
    >
      {t('Restore the defaults')}
    </Button>
  )
}
