import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { FileText, Globe, MessageCircleQuestionMark, PencilLine, RotateCcw, X } from 'lucide-react'
import type { KnowledgeBaseRef } from '../../../machines/knowledge/knowledge-base.machine.ts'
import type { Document, DocumentSource, DocumentStatus } from '../../../services/contract/documents.ts'
import { reasonIn } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { Button, Pressable } from '../../parts/button.tsx'
import { formatBytes, formatDate } from '../../parts/format.ts'
import { ProgressBar } from '../../parts/progress-bar.tsx'
import { Badge, stateBadge } from '../../parts/status-badge.tsx'
import { sharingText } from '../readers/words.ts'
import { DocumentMenu } from './document-menu.tsx'

const ICONS = { file: FileText, page: Globe, text: PencilLine, faq: MessageCircleQuestionMark }
const SOURCES: Record<Exclude<DocumentSource, 'file'>, string> = {
  page: t('Web page'),
  text: t('Text'),
  faq: t('Question'),
}
const DocumentBadge = stateBadge<DocumentStatus>({
  queued: ['quiet', t('Queued')],
  fetching: ['caution', t('Fetching')],
  reading: ['caution', t('Reading')],
  splitting: ['caution', t('Splitting')],
  embedding: ['caution', t('Embedding')],
  ready: ['good', t('Ready')],
  failed: ['problem', t('Failed')],
  cancelled: ['quiet', t('Cancelled')],
})
const SETTLED: readonly DocumentStatus[] = ['ready', 'failed', 'cancelled']

interface DocumentRowProps {
  document: Document
  actor: KnowledgeBaseRef
  editable: boolean
}

/** One document: its name and type, its progress, and its actions. */
export function DocumentRow({ document, actor, editable }: DocumentRowProps) {
  const { id, name, source, status, progress, error, enabled, is_searchable } = document
  const reader = useSelector(actor, ({ children }) => children.reader)!
  const selected = useSelector(actor, ({ context }) => context.selected.includes(id))
  const Icon = ICONS[source]
  const isWorking = !SETTLED.includes(status)
  const open = () =>
    reader.send({
      type: 'passage.opened',
      passage: {
        document_id: id,
        document_name: name,
        passage_id: null,
        heading_path: [],
        page: null,
        content: '',
        marks: [],
      },
    })
  return (
    <Box borderBottom="1px solid" borderColor="rule" py="3" data-document={name}>
      <Flex align="center" gap="3.5">
        {editable && (
          <RowCheck
            label={t('Select {name}', { name })}
            checked={selected}
            onChange={() => actor.send({ type: 'document.toggled', id })}
          />
        )}
        <Box color="ink.3" hideBelow="sm" css={{ '& svg': { width: '18px', height: '18px' } }}>
          <Icon aria-hidden />
        </Box>
        <Box flex="1" minWidth={0}>
          {is_searchable || !enabled ? (
            <Pressable
              type="button"
              fontWeight="semibold"
              fontSize="md"
              overflowWrap="anywhere"
              dir="auto"
              _hover={{ color: 'accent', textDecoration: 'underline' }}
              onClick={open}
            >
              {name}
            </Pressable>
          ) : (
            <Text fontWeight="semibold" fontSize="md" overflowWrap="anywhere">
              {name}
            </Text>
          )}
          <Text textStyle="small" color="ink.2" overflowWrap="anywhere">
            {document.restricted && (
              <Text as="span" hideFrom="sm">
                {t('Restricted')} ·{' '}
              </Text>
            )}
            {describe(document)}
          </Text>
        </Box>
        {document.restricted && (
          <Box hideBelow="sm">
            <Badge tone="quiet">{t('Restricted')}</Badge>
          </Box>
        )}
        {!enabled && <Badge tone="quiet">{source === 'faq' ? t('Draft') : t('Disabled')}</Badge>}
        {(enabled || status !== 'ready') && <DocumentBadge status={status} />}
        <DocumentMenu document={document} actor={actor} editable={editable} open={open} />
      </Flex>
      {isWorking && <Work document={document} actor={actor} progress={progress} editable={editable} />}
      {error && <Failure document={document} actor={actor} editable={editable} />}
    </Box>
  )
}

interface PartProps {
  document: Document
  actor: KnowledgeBaseRef
  editable: boolean
}

/** Progress of the reading; before it begins, that it is waiting. */
function Work({
  document: { id, name, status, version, attempts },
  actor,
  progress,
  editable,
}: PartProps & { progress: Document['progress'] }) {
  const busy = useSelector(actor, (snapshot) => snapshot.matches({ change: 'changing' }))
  return (
    <Flex align="center" gap="4" mt="2" ps={{ sm: '54px' }} minHeight="34px">
      {progress ? (
        <>
          <ProgressBar
            label={t('Progress of {name}', { name })}
            value={progress.total === 0 ? 0 : progress.done / progress.total}
          />
          <Text textStyle="small" color="ink.2" whiteSpace="nowrap">
            {t(
              '{done, number} of {unit, select, pages {{total, plural, one {# page} other {# pages}}} passages {{total, plural, one {# passage} other {# passages}}} other {{total}}}',
              { done: progress.done, total: progress.total, unit: progress.unit },
            )}
          </Text>
        </>
      ) : (
        <Text textStyle="small" color="ink.2" flex="1">
          {status !== 'queued'
            ? t('Being read.')
            : version === 1 && attempts > 0
              ? t('Waiting to retry.')
              : t('Queued.')}
        </Text>
      )}
      {editable && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('Cancel {name}', { name })}
          disabled={busy}
          onClick={() =>
            actor.send({ type: 'change.requested', ids: [id], action: 'cancel', ofSelection: false })
          }
        >
          <X aria-hidden />
          {t('Cancel')}
        </Button>
      )}
    </Flex>
  )
}

/** Another file is needed: reading the same one again fails in the same way. */
const NEEDS_ANOTHER_FILE: ReadonlySet<string> = new Set([
  'empty_file',
  'encrypted_epub',
  'encrypted_pdf',
  'legacy_office',
])

/** Why it could not be read, and what to do. */
function Failure({ document: { id, error, is_searchable }, actor, editable }: PartProps) {
  const busy = useSelector(actor, (snapshot) => snapshot.matches({ change: 'changing' }))
  const reason = error && reasonIn(error)
  return (
    <Flex align="center" gap="4" mt="2" ps={{ sm: '54px' }} wrap="wrap">
      <Text fontSize="md" flex="1 1 16rem">
        {reason?.message}{' '}
        <Text as="span" color="ink.2">
          {reason?.hint} {is_searchable && t('Until then, assistants quote the previous version.')}
        </Text>
      </Text>
      {editable && !NEEDS_ANOTHER_FILE.has(error?.code ?? '') && (
        <Button
          size="sm"
          disabled={busy}
          onClick={() =>
            actor.send({ type: 'change.requested', ids: [id], action: 'retry', ofSelection: false })
          }
        >
          <RotateCcw aria-hidden />
          {t('Try again')}
        </Button>
      )}
    </Flex>
  )
}

const describe = ({
  type,
  source,
  url,
  size,
  status,
  version,
  passage_count,
  created_at,
  restricted,
  sharing,
}: Document) =>
  [
    restricted && sharing ? sharingText(sharing) : null,
    source === 'file' ? type.toUpperCase() : SOURCES[source],
    url,
    formatBytes(size),
    status === 'ready'
      ? t('{passage_count, plural, =0 {No passages} one {# passage} other {# passages}}', { passage_count })
      : null,
    version > 1 ? t('Version {version}', { version }) : null,
    formatDate(created_at),
  ]
    .filter((part) => part !== null)
    .join(' · ')

interface RowCheckProps {
  label: string
  checked: boolean
  onChange: () => void
}

/** Selects a row of a list; the area around the box is pressable, too. */
export const RowCheck = ({ label, checked, onChange }: RowCheckProps) => (
  <chakra.label display="flex" alignItems="center" justifyContent="center" flexShrink={0} cursor="pointer">
    <chakra.input
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={onChange}
      width="4"
      height="4"
      accentColor="var(--l-colors-accent)"
    />
  </chakra.label>
)
