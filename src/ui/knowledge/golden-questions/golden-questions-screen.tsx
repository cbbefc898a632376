import { Box, Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Play, Plus } from 'lucide-react'
import { knowledgeBaseLine } from '../../../machines/connection/connections/lines.ts'
import type { GoldenRunRef, GoldenValues } from '../../../machines/knowledge/golden.machine.ts'
import { canEdit } from '../../../machines/organizations/organizations/organizations.selectors.ts'
import type { FormRef } from '../../../machines/shared/form/form.machine.ts'
import { GOLDEN_QUOTE_MAX, type GoldenQuestion, type GoldenRun } from '../../../services/contract/golden.ts'
import { SEARCH_QUERY_MAX } from '../../../services/contract/search.ts'
import { t } from '../../../texts/t.ts'
import { useRouteParam } from '../../actors.ts'
import { RecallChart } from '../../conversations/charts/recall-chart.tsx'
import { Button } from '../../parts/button.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ConnectionNote } from '../../parts/connection-note.tsx'
import { TextField, useFieldValue } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { ProgressBar } from '../../parts/progress-bar.tsx'
import { FieldView, ResourceView } from '../../parts/resource-view.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId, useResource, useWorkspace } from '../../workspace.ts'
import { KnowledgeBaseTabs } from '../knowledge-base/knowledge-base-tabs.tsx'
import { QuestionRow } from './question-row.tsx'

/** Creates or changes a golden question. */
const WriteDialog = ({ actor }: { actor: FormRef<GoldenValues, GoldenQuestion> }) => (
  <FormDialog
    actor={actor}
    title={t('Golden question')}
    submit={t('Save')}
    busy={t('Saving…')}
    description={t('Add questions and the document each should find. Runs count how often it is found.')}
  >
    <TextField name="question" label={t('Question')} rows={2} maxLength={SEARCH_QUERY_MAX} autoFocus />
    <ExpectedDocument />
    <TextField
      name="quote"
      label={t('Words in the passage')}
      rows={3}
      maxLength={GOLDEN_QUOTE_MAX}
      hint={t('Optional. Copy the words from the document if only that passage counts.')}
    />
  </FormDialog>
)

function ExpectedDocument() {
  const knowledgeBaseId = String(useFieldValue('knowledgeBaseId'))
  const documents = useResource('documents', { organizationId: useOrganizationId(), knowledgeBaseId })
  return (
    <FieldView label={t('Document')} resource={documents}>
      {(list) => (
        <SelectField
          name="documentId"
          label={t('Document')}
          placeholder={t('Choose the document to find')}
          options={list.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </FieldView>
  )
}

const TITLE = t('Golden questions')
const LEAD = t(
  'Test questions with a known right source. They show whether a change to documents or settings helps.',
)

/** S2.12: what should be found in a knowledge base, and how often it is. */
export function GoldenQuestionsScreen() {
  const organizationId = useOrganizationId()
  const knowledgeBaseId = useRouteParam('id')
  const questions = useResource('goldenQuestions', { organizationId, id: knowledgeBaseId })
  const runs = useResource('goldenRuns', { organizationId, id: knowledgeBaseId })
  useProvidedActor('goldenLive', { input: { organizationId, knowledgeBaseId } })
  const asking = useProvidedActor('goldenRun')
  const writing = useProvidedActor('writeGolden')
  const deletion = useProvidedActor('deleteGolden')
  const editable = useSelector(useWorkspace().organizations, canEdit)
  const write = (values = {}) => writing.send({ type: 'form.opened', values: { knowledgeBaseId, ...values } })
  const add = editable && (
    <Button variant="primary" onClick={() => write()}>
      <Plus aria-hidden />
      {t('Add a question')}
    </Button>
  )
  const dialogs = (
    <>
      <WriteDialog actor={writing} />
      <ConfirmDialog
        actor={deletion}
        title={() => t('Delete this question?')}
        confirm={t('Delete')}
        busy={t('Deleting…')}
      >
        {t('Future runs leave it out. Earlier results stay.')}
      </ConfirmDialog>
    </>
  )
  return (
    <ResourceView
      resource={questions}
      title={TITLE}
      skeleton={
        <Page title={TITLE} lead={LEAD}>
          <SkeletonRows />
        </Page>
      }
      empty={
        <Page title={TITLE} lead={LEAD}>
          <KnowledgeBaseTabs id={knowledgeBaseId} />
          <EmptyState title={t('Measure retrieval quality.')} action={add}>
            {t(
              'Add a question as people ask it and choose the document to find. You can also save answers and retrieval test results as golden questions. Each run counts how often the right passage ranks first.',
            )}
          </EmptyState>
          {dialogs}
        </Page>
      }
    >
      {(all) => (
        <Page title={TITLE} lead={LEAD} action={add}>
          <KnowledgeBaseTabs id={knowledgeBaseId} />
          <Flex direction="column" gap="6">
            <ConnectionNote name={knowledgeBaseLine(organizationId, knowledgeBaseId).name} />
            <ResourceView resource={runs} label={t('Found per run')} skeleton={null}>
              {(list) => (
                <Runs actor={asking} knowledgeBaseId={knowledgeBaseId} runs={list} editable={editable} />
              )}
            </ResourceView>
            <Box as="ul" listStyleType="none" aria-label={TITLE} borderTop="1px solid" borderColor="rule">
              {all.map((question) => (
                <QuestionRow
                  key={question.id}
                  question={question}
                  editable={editable}
                  onEdit={() => write(valuesOf(question))}
                  onDelete={() => ask(deletion, { id: question.id, name: question.question })}
                />
              ))}
            </Box>
          </Flex>
          {dialogs}
        </Page>
      )}
    </ResourceView>
  )
}

const valuesOf = ({ id, question, expected: [first, ...others] }: GoldenQuestion) => ({
  id,
  question,
  documentId: first && !first.is_gone ? first.document_id : '',
  quote: first?.quote ?? '',
  others: others.filter(({ is_gone }) => !is_gone).map(({ document_id, quote }) => ({ document_id, quote })),
})

interface RunsProps {
  actor: GoldenRunRef
  knowledgeBaseId: string
  /** Newest first. */
  runs: readonly GoldenRun[]
  editable: boolean
}

/** Runs all questions, and shows the results of each run. */
function Runs({ actor, knowledgeBaseId, runs, editable }: RunsProps) {
  const starting = useSelector(actor, (run) => run.hasTag('busy'))
  const [last] = runs
  const running = last?.status === 'running' ? last : null
  return (
    <Flex direction="column" gap="4">
      {editable && (
        <Flex gap="4" align="center" wrap="wrap">
          <Button
            disabled={starting || running !== null}
            onClick={() => actor.send({ type: 'operation.requested', request: { knowledgeBaseId } })}
          >
            <Play aria-hidden />
            {running ? t('Asking…') : t('Run now')}
          </Button>
          {running && (
            <Box flex="1 1 10rem">
              <ProgressBar
                label={t('{done, number} of {total, number} asked', {
                  done: running.done,
                  total: running.total,
                })}
                value={running.done / running.total}
              />
            </Box>
          )}
        </Flex>
      )}
      {last?.status === 'failed' && (
        <Notice tone="error">{t('The last run did not finish. Please try again.')}</Notice>
      )}
      <RecallChart runs={runs.filter(({ status }) => status === 'done').toReversed()} />
    </Flex>
  )
}
