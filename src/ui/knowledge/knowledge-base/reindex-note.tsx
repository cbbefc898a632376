import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ReindexRef } from '../../../machines/knowledge/reindex.machine.ts'
import type { KnowledgeIndex } from '../../../services/contract/indexes.ts'
import { reasonIn } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { formatNumber, formatShare } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { ProgressBar } from '../../parts/progress-bar.tsx'
import { IndexChanges, isUncompared } from './index-changes.tsx'

/** An index that is being built, or waits for a decision, on every part of its knowledge base. */
export function ReindexNote({ actor, editable }: { actor: ReindexRef; editable: boolean }) {
  const index = useSelector(actor, ({ context }) => context.index)
  const isBuilding = useSelector(
    actor,
    (state) => state.matches({ followed: 'building' }) || state.matches('cancelling'),
  )
  const isWorse = useSelector(
    actor,
    (state) =>
      state.matches({ followed: 'worse' }) || state.matches('publishing') || state.matches('discarding'),
  )
  const isPublished = useSelector(actor, (state) => state.matches({ settled: 'published' }))
  const isCancelled = useSelector(actor, (state) => state.matches({ settled: 'cancelled' }))
  const isFailed = useSelector(actor, (state) => state.matches({ settled: 'failed' }))
  const close = () => actor.send({ type: 'notice.closed' })
  if (!index) return null
  if (isBuilding) return <Building index={index} actor={actor} editable={editable} />
  if (isWorse) return <Worse index={index} actor={actor} editable={editable} />
  if (isPublished)
    return (
      <Told tone="good" title={t('Index {number} is now in use.', { number: index.number })} onClose={close}>
        {isUncompared(index) && (
          <Text>
            {t(
              'It was not compared with the previous index because there are no golden questions. Check some answers.',
            )}
          </Text>
        )}
        {index.report && <IndexChanges report={index.report} />}
      </Told>
    )
  if (isCancelled)
    return (
      <Told
        tone="caution"
        title={t('Index {number} was cancelled.', { number: index.number })}
        onClose={close}
      >
        {t('The previous index is still in use.')}
      </Told>
    )
  if (isFailed)
    return (
      <Told
        tone="error"
        title={t('Index {number} could not be built.', { number: index.number })}
        onClose={close}
      >
        {t('{message} {hint} The previous index is still in use.', {
          ...(index.error && reasonIn(index.error)),
        })}
      </Told>
    )
  return null
}

interface PartProps {
  index: KnowledgeIndex
  actor: ReindexRef
  editable: boolean
}

function Building({ index: { number, progress, status, passage_size }, actor, editable }: PartProps) {
  const mayCancel = useSelector(actor, (state) => state.can({ type: 'cancel.requested' }))
  return (
    <Notice tone="caution">
      <Text fontWeight="semibold">{t('Index {number} is being built.', { number })}</Text>
      <Text color="ink.2">
        {t(
          'Its passages have up to {passage_size} characters. Answers use the previous index until it is ready.',
          { passage_size: formatNumber(passage_size) },
        )}
      </Text>
      <Flex align="center" gap="4" mt="2" wrap="wrap">
        <ProgressBar
          label={t('Progress of index {number}', { number })}
          value={progress && progress.total > 0 ? progress.done / progress.total : 0}
        />
        <Text textStyle="small" color="ink.2" whiteSpace="nowrap">
          {progress
            ? t('{done, number} of {total, plural, =0 {no documents} one {# document} other {# documents}}', {
                done: progress.done,
                total: progress.total,
              })
            : status === 'queued'
              ? t('Queued')
              : t('Started')}
        </Text>
        {editable && (
          <Button size="sm" disabled={!mayCancel} onClick={() => actor.send({ type: 'cancel.requested' })}>
            {t('Cancel')}
          </Button>
        )}
      </Flex>
    </Notice>
  )
}

function Worse({ index: { number, recall, recall_before, report }, actor, editable }: PartProps) {
  const busy = useSelector(actor, (state) => state.hasTag('busy'))
  return (
    <Notice tone="caution">
      <Text fontWeight="semibold">
        {t('Index {number} scores lower on your golden questions.', { number })}
      </Text>
      {recall && recall_before && (
        <Text>
          {t('It finds {found} of the expected passages in the top 5; the current index finds {before}.', {
            found: formatShare(recall.at_5),
            before: formatShare(recall_before.at_5),
          })}
        </Text>
      )}
      {report && <IndexChanges report={report} />}
      {editable && (
        <Flex gap="2" mt="2">
          <Button size="sm" disabled={busy} onClick={() => actor.send({ type: 'discard.requested' })}>
            {t('Discard it')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={busy}
            onClick={() => actor.send({ type: 'publish.requested' })}
          >
            {t('Publish anyway')}
          </Button>
        </Flex>
      )}
    </Notice>
  )
}

interface ToldProps {
  tone: 'good' | 'caution' | 'error'
  title: string
  onClose: () => void
  children: ReactNode
}

const Told = ({ tone, title, onClose, children }: ToldProps) => (
  <Notice tone={tone}>
    <Flex gap="3" align="flex-start" justify="space-between">
      <Text fontWeight="semibold">{title}</Text>
      <Button size="sm" variant="ghost" onClick={onClose}>
        {t('Close')}
      </Button>
    </Flex>
    {children}
  </Notice>
)
