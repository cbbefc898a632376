import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { FileText, RotateCcw, Trash2 } from 'lucide-react'
import type { ConfirmationRef } from '../../../machines/confirmation/confirmation.machine.ts'
import type { KnowledgeBaseRef } from '../../../machines/knowledge-base/knowledge-base.machine.ts'
import type { ResourceRef } from '../../../machines/resource/resource.machine.ts'
import type { Document } from '../../../services/contract/documents.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { counted, formatBytes, formatDate } from '../../parts/format.ts'
import { LongList } from '../../parts/long-list.tsx'
import { ProgressBar } from '../../parts/progress-bar.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SkeletonLine } from '../../parts/states.tsx'
import { DocumentBadge } from '../../parts/status-badge.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useKnowledgeBaseMachines } from './machines.ts'

interface DocumentsProps {
  resource: { name: 'documents'; actor: ResourceRef }
  live: KnowledgeBaseRef
  editable: boolean
}

export function Documents({ resource, live, editable }: DocumentsProps) {
  const deletion = useViewActor(useKnowledgeBaseMachines().deleteDocument)
  return (
    <Box as="section" aria-label="Documents">
      <ResourceView
        resource={resource}
        skeleton={
          <Flex direction="column" gap="5" aria-busy="true" aria-label="Loading">
            <SkeletonLine height="3em" />
            <SkeletonLine height="3em" />
            <SkeletonLine height="3em" />
          </Flex>
        }
        empty={
          <Text textStyle="section" fontStyle="italic" color="ink.2" py="4">
            No document yet. The first one is ready to be quoted in seconds.
          </Text>
        }
      >
        {(documents) => (
          <Box borderTop="1px solid" borderColor="rule">
            <LongList label="Documents" items={documents} keyOf={({ id }) => id}>
              {(document) => (
                <DocumentRow document={document} live={live} deletion={deletion} editable={editable} />
              )}
            </LongList>
          </Box>
        )}
      </ResourceView>
      <ConfirmDialog
        actor={deletion}
        title={(name) => `Delete “${name}”?`}
        confirm="Delete document"
        busy="Deleting…"
      >
        Assistants stop quoting it at once. Answers given so far keep the words that they quoted.
      </ConfirmDialog>
    </Box>
  )
}

interface DocumentRowProps {
  document: Document
  live: KnowledgeBaseRef
  deletion: ConfirmationRef
  editable: boolean
}

function DocumentRow({ document, live, deletion, editable }: DocumentRowProps) {
  const { id, name, status, progress, error } = document
  const retrying = useSelector(live, ({ context }) => context.retriedId === id)
  return (
    <Box borderBottom="1px solid" borderColor="rule" py="3.5" data-document={name}>
      <Flex align="center" gap="4">
        <Box color="ink.3" hideBelow="sm" css={{ '& svg': { width: '18px', height: '18px' } }}>
          <FileText aria-hidden />
        </Box>
        <Box flex="1" minWidth={0}>
          <Text fontWeight="semibold" fontSize="md" overflowWrap="anywhere">
            {name}
          </Text>
          <Text textStyle="small" color="ink.2">
            {describe(document)}
          </Text>
        </Box>
        <DocumentBadge status={status} />
        {editable && (
          <IconButton
            label={`Delete ${name}`}
            onClick={() => deletion.send({ type: 'confirmation.asked', subject: { id, name } })}
          >
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </Flex>
      {progress && status !== 'ready' && status !== 'failed' && (
        <Flex align="center" gap="4" mt="2.5" ps={{ sm: '34px' }}>
          <ProgressBar
            label={`Progress of ${name}`}
            value={progress.total === 0 ? 0 : progress.done / progress.total}
          />
          <Text textStyle="small" color="ink.2" whiteSpace="nowrap">
            {progress.done} of {counted(progress.total, progress.unit.slice(0, -1))}
          </Text>
        </Flex>
      )}
      {error && (
        <Flex align="center" gap="4" mt="2" ps={{ sm: '34px' }} wrap="wrap">
          <Text fontSize="md" flex="1 1 16rem">
            {error.message}{' '}
            <Text as="span" color="ink.2">
              {error.hint}
            </Text>
          </Text>
          {editable && (
            <Button size="sm" disabled={retrying} onClick={() => live.send({ type: 'document.retried', id })}>
              <RotateCcw aria-hidden />
              Try Again
            </Button>
          )}
        </Flex>
      )}
    </Box>
  )
}

const describe = ({ type, size, status, passage_count, created_at }: Document) =>
  [
    type.toUpperCase(),
    formatBytes(size),
    status === 'ready' ? counted(passage_count, 'passage') : null,
    formatDate(created_at),
  ]
    .filter((part) => part !== null)
    .join(' · ')
