import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import type { ImportFaqRef } from '../../../machines/knowledge/import-faq.machine.ts'
import { DOCUMENT_NAME_MAX, FAQ_ANSWER_MAX } from '../../../services/contract/documents.ts'
import { FAQ_IMPORT_MAX, type FaqImport, type FaqSkipReason } from '../../../services/contract/faq-import.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { FileInput } from '../../parts/file-input.tsx'
import { formatNumber } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { SkeletonLine } from '../../parts/states.tsx'

/** Imports questions and answers from a table: a preview is shown before anything is stored. */
export function ImportFaqDialog({ actor }: { actor: ImportFaqRef }) {
  const phase = useSelector(actor, ({ value }) => value)
  const open = useSelector(actor, (faq) => faq.hasTag('open'))
  const { approved, report, error } = useSelector(actor, ({ context }) => context)
  const mayImport = useSelector(actor, (faq) => faq.can({ type: 'import.confirmed' }))
  const close = () => actor.send({ type: 'import.closed' })
  return (
    <Dialog
      open={open}
      locked={phase === 'importing'}
      title={t('Import questions')}
      description={t('A CSV file with a question and its answer in each row; a header is optional.')}
      onClose={close}
    >
      <DialogBody display="grid" gap="4">
        {error && <Notice tone="error">{error}</Notice>}
        {phase !== 'imported' && <FileField actor={actor} />}
        {phase === 'reading' && <SkeletonLine width="60%" />}
        {report && <ImportReport report={report} done={phase === 'imported'} />}
        {(phase === 'previewed' || phase === 'importing') && (
          <chakra.label display="flex" gap="3" alignItems="center">
            <chakra.input
              type="checkbox"
              checked={approved}
              disabled={phase === 'importing'}
              onChange={() => actor.send({ type: 'approval.changed', approved: !approved })}
              accentColor="var(--l-colors-accent)"
            />
            <span>{t('Approved: assistants can quote them right away')}</span>
          </chakra.label>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close} disabled={phase === 'importing'}>
          {phase === 'imported' ? t('Close') : t('Cancel')}
        </Button>
        {phase !== 'imported' && (
          <Button
            variant="primary"
            disabled={!mayImport}
            onClick={() => actor.send({ type: 'import.confirmed' })}
          >
            {phase === 'importing' ? t('Importing…') : t('Import')}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function FileField({ actor }: { actor: ImportFaqRef }) {
  const input = useRef<HTMLInputElement>(null)
  const chosen = useSelector(actor, ({ context }) => context.file)
  const mayChoose = useSelector(actor, ({ value }) => value === 'choosing' || value === 'previewed')
  return (
    <Flex align="center" gap="3.5" rowGap="2" wrap="wrap">
      <Button disabled={!mayChoose} onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        {chosen ? t('Choose another file') : t('Choose file')}
      </Button>
      <Text textStyle="small" color="ink.2" overflowWrap="anywhere">
        {chosen?.name ?? t('No file chosen yet.')}
      </Text>
      <FileInput
        ref={input}
        accept=".csv,.txt,text/csv"
        label={t('CSV file')}
        disabled={!mayChoose}
        onFiles={([file]) => file && actor.send({ type: 'file.chosen', file })}
      />
    </Flex>
  )
}

const REASONS: Readonly<Record<FaqSkipReason, string>> = {
  no_question: t('the question is missing'),
  no_answer: t('the answer is missing'),
  question_too_long: t('the question is longer than {documentNameMax} characters', {
    documentNameMax: formatNumber(DOCUMENT_NAME_MAX),
  }),
  answer_too_long: t('the answer is longer than {faqAnswerMax} characters', {
    faqAnswerMax: formatNumber(FAQ_ANSWER_MAX),
  }),
  unusable: t('it contains characters that cannot be stored'),
  known: t('this question already exists'),
  too_many: t('over the limit of {faqImportMax} per import, or of your plan', {
    faqImportMax: formatNumber(FAQ_IMPORT_MAX),
  }),
}

interface ImportReportProps {
  report: FaqImport
  done: boolean
}

const ImportReport = ({ report: { added, first, skipped, skipped_total }, done }: ImportReportProps) => (
  <Box role="status">
    <Text fontWeight="semibold">
      {done
        ? t('{added, plural, =0 {No questions} one {# question} other {# questions}} imported.', { added })
        : t('{added, plural, =0 {No questions} one {# question} other {# questions}} can be imported.', {
            added,
          })}{' '}
      {skipped_total > 0 &&
        t('{skipped, plural, =0 {No rows} one {# row} other {# rows}} skipped.', {
          skipped: skipped_total,
        })}{' '}
      {skipped_total > skipped.length && t('Only the first {count} are listed.', { count: skipped.length })}
    </Text>
    {!done && first.length > 0 && (
      <Box as="ul" listStyleType="none" mt="2" aria-label={t('First questions')}>
        {first.map(({ question, answer }) => (
          <Box as="li" key={question} py="1.5" borderTop="1px solid" borderColor="rule">
            <Text overflowWrap="anywhere">{question}</Text>
            <Text textStyle="small" color="ink.2" lineClamp={2} overflowWrap="anywhere">
              {answer}
            </Text>
          </Box>
        ))}
      </Box>
    )}
    {skipped.length > 0 && (
      <Box
        as="ul"
        listStyleType="none"
        mt="2"
        maxHeight="12rem"
        overflowY="auto"
        tabIndex={0}
        aria-label={t('Skipped rows')}
        textStyle="small"
        color="ink.2"
      >
        {skipped.map(({ row, question, reason }) => (
          <Box as="li" key={row} overflowWrap="anywhere">
            {t('Row {row}', { row })}
            {question && ` (${t('“{quoted}”', { quoted: question })})`}: {REASONS[reason]}.
          </Box>
        ))}
      </Box>
    )}
  </Box>
)
