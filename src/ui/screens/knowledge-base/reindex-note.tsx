import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ReindexRef } from '../../../machines/reindex/reindex.machine.ts'
import type { KnowledgeIndex } from '../../../services/contract/indexes.ts'
import { Button } from '../../parts/button.tsx'
import { counted, formatNumber, formatShare } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { ProgressBar } from '../../parts/progress-bar.tsx'
import { IndexChanges } from './index-changes.tsx'

/** An index that is made, or waits for somebody, on every part of its knowledge base. */
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
      <Told tone="good" title={`Index ${index.number} is searched now.`} onClose={close}>
        {index.report && <IndexChanges report={index.report} />}
      </Told>
    )
  if (isCancelled)
    return (
      <Told tone="caution" title={`Index ${index.number} was cancelled.`} onClose={close}>
        What was searched before is searched still.
      </Told>
    )
  if (isFailed)
    return (
      <Told tone="error" title={`Index ${index.number} could not be built.`} onClose={close}>
        {index.error?.message} {index.error?.hint} What was searched before is searched still.
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
      <Text fontWeight="semibold">Index {number} is being built.</Text>
      <Text color="ink.2">
        Its passages have up to {formatNumber(passage_size)} characters. Answers come from the index before
        until it is ready.
      </Text>
      <Flex align="center" gap="4" mt="2" wrap="wrap">
        <ProgressBar
          label={`Progress of index ${number}`}
          value={progress && progress.total > 0 ? progress.done / progress.total : 0}
        />
        <Text textStyle="small" color="ink.2" whiteSpace="nowrap">
          {progress
            ? `${progress.done} of ${counted(progress.total, 'document')}`
            : status === 'queued'
              ? 'Waiting for its turn'
              : 'Begun'}
        </Text>
        {editable && (
          <Button size="sm" disabled={!mayCancel} onClick={() => actor.send({ type: 'cancel.requested' })}>
            Cancel
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
      <Text fontWeight="semibold">Index {number} answers your golden questions worse.</Text>
      {recall && recall_before && (
        <Text>
          Among the first 5 passages it finds {formatShare(recall.at_5)} of what is asked for; the index that
          is searched finds {formatShare(recall_before.at_5)}.
        </Text>
      )}
      {report && <IndexChanges report={report} />}
      {editable && (
        <Flex gap="2" mt="2">
          <Button size="sm" disabled={busy} onClick={() => actor.send({ type: 'discard.requested' })}>
            Discard it
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={busy}
            onClick={() => actor.send({ type: 'publish.requested' })}
          >
            Publish it nevertheless
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
        Close
      </Button>
    </Flex>
    {children}
  </Notice>
)
