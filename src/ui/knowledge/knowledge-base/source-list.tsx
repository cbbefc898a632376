import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Globe, Plug, RotateCcw, SlidersHorizontal, Trash2, X } from 'lucide-react'
import type { WebSourcesRef } from '../../../machines/knowledge/web-sources.machine.ts'
import type { ConfirmationRef } from '../../../machines/shared/confirmation.machine.ts'
import type { Connector } from '../../../services/contract/connectors.ts'
import type {
  ConnectedSource,
  Source,
  SourceRefresh,
  SourceStatus,
} from '../../../services/contract/sources.ts'
import { reasonIn } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { ask } from '../../parts/confirm-dialog.tsx'
import { formatDate } from '../../parts/format.ts'
import { apart, joined } from '../../parts/joined.ts'
import { Select } from '../../parts/select-field.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { REFRESHES } from './reading-fields.tsx'
import { SkippedAddresses } from './skipped-addresses.tsx'

const KINDS = { page: t('Page'), site: t('Site'), sitemap: t('Sitemap') } as const
const CHOICES_SHOWN = 3
const STATES: Record<SourceStatus, Parameters<typeof Badge>[0]['tone']> = {
  queued: 'quiet',
  reading: 'caution',
  ready: 'good',
  failed: 'problem',
  cancelled: 'quiet',
}
const LABELS: Record<SourceStatus, string> = {
  queued: t('Queued'),
  reading: t('Reading'),
  ready: t('Read'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
}

interface SourceListProps {
  sources: readonly Source[]
  /** The services that can be connected. */
  connectors: readonly Connector[]
  actor: WebSourcesRef
  deletion: ConfirmationRef
  editable: boolean
  /** Owners and admins change the connection of a source that follows the permissions of its service. */
  manages: boolean
  /** Opens the dialog for another connection, or for other rules. */
  onChange: (source: Source, connector: Connector | undefined) => void
}

/** The web sources and connected services of a knowledge base. */
export function SourceList({ sources, ...props }: SourceListProps) {
  if (sources.length === 0) return null
  return (
    <Box as="section" aria-label={t('Sources')}>
      <Text textStyle="label" color="ink.3" mb="2">
        {t('Sources')}
      </Text>
      <Box as="ul" listStyleType="none" borderTop="1px solid" borderColor="rule">
        {sources.map((source) => (
          <li key={source.id}>
            <SourceRow source={source} {...props} />
          </li>
        ))}
      </Box>
    </Box>
  )
}

function SourceRow({
  source,
  connectors,
  actor,
  deletion,
  editable,
  manages,
  onChange,
}: Omit<SourceListProps, 'sources'> & { source: Source }) {
  const { id, kind, url, status, refresh, error, report, missing } = source
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const connector =
    source.kind === 'connector' ? connectors.find(({ kind }) => kind === source.connector) : undefined
  const service = connector?.name
  const follows = source.kind === 'connector' && source.follows_readers && { source, service: service || url }
  const isWorking = status === 'queued' || status === 'reading'
  const change = (action: 'read' | 'cancel' | 'keepMissing' | 'removeMissing') =>
    actor.send({ type: 'operation.requested', request: { id, action } })
  return (
    <Box borderBottom="1px solid" borderColor="rule" py="3" data-source={url}>
      <Flex align="center" gap="3.5" wrap="wrap">
        <Box color="ink.3" hideBelow="sm" css={{ '& svg': { width: '18px', height: '18px' } }}>
          {kind === 'connector' ? <Plug aria-hidden /> : <Globe aria-hidden />}
        </Box>
        <Box flex="1 1 14rem" minWidth={0}>
          <Text fontWeight="semibold" fontSize="md" overflowWrap="anywhere">
            {service || url}
          </Text>
          <Text textStyle="small" color="ink.2" overflowWrap="anywhere">
            {[
              describe(source),
              follows && t('follows the permissions of {service}', { service: follows.service }),
              service && url,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Box>
        <Badge tone={STATES[status]}>{LABELS[status]}</Badge>
        {editable && (
          <Flex gap="1" align="center">
            {kind !== 'page' || !isWorking ? (
              <Select
                aria-label={t('Read {url} again', { url })}
                value={refresh}
                disabled={busy}
                onChange={({ target }) =>
                  actor.send({
                    type: 'operation.requested',
                    request: { id, action: 'refresh', refresh: target.value as SourceRefresh },
                  })
                }
                width="auto"
                height="34px"
                fontSize="sm"
                options={REFRESHES.map(({ value, label }) => [value, label])}
              />
            ) : null}
            {isWorking ? (
              <IconButton label={t('Cancel {url}', { url })} disabled={busy} onClick={() => change('cancel')}>
                <X aria-hidden />
              </IconButton>
            ) : (
              <IconButton label={t('Read {url} now', { url })} disabled={busy} onClick={() => change('read')}>
                <RotateCcw aria-hidden />
              </IconButton>
            )}
            {source.kind !== 'page' &&
              (manages || source.kind !== 'connector' || !source.follows_readers) && (
                <IconButton
                  label={t('Change {url}', { url })}
                  disabled={status === 'reading' || (source.kind === 'connector' && !connector)}
                  onClick={() => onChange(source, connector)}
                >
                  <SlidersHorizontal aria-hidden />
                </IconButton>
              )}
            <IconButton label={t('Delete {url}', { url })} onClick={() => ask(deletion, { id, name: url })}>
              <Trash2 aria-hidden />
            </IconButton>
          </Flex>
        )}
      </Flex>
      {error && (
        <Text fontSize="md" mt="2" ps={{ sm: '32px' }}>
          {reasonIn(error).message}{' '}
          <Text as="span" color="ink.2">
            {reasonIn(error).hint}
          </Text>
        </Text>
      )}
      {editable && follows && <Closed {...follows} />}
      {editable && missing > 0 && !isWorking && (
        <Flex gap="2" mt="2" ps={{ sm: '32px' }} wrap="wrap">
          <Button size="sm" disabled={busy} onClick={() => change('keepMissing')}>
            {t('{missing, plural, one {Keep # page} other {Keep # pages}}', { missing })}
          </Button>
          <Button size="sm" variant="danger" disabled={busy} onClick={() => change('removeMissing')}>
            {t('{missing, plural, one {Remove # page} other {Remove # pages}}', { missing })}
          </Button>
          <Text textStyle="small" color="ink.2" alignSelf="center">
            {t(
              'Removed pages are restored if they reappear in the source within 30 days, or less by your rules.',
            )}
          </Text>
        </Flex>
      )}
      {report && (
        <Box mt="2" ps={{ sm: '32px' }}>
          {report.moved_to && (
            <Text textStyle="small" color="ink.2" overflowWrap="anywhere">
              {t('The site has moved to {address}. Its documents are still the same, with all changes.', {
                address: report.moved_to,
              })}
            </Text>
          )}
          <SkippedAddresses skipped={report.skipped} count={report.skipped_count} />
        </Box>
      )}
    </Box>
  )
}

/** Documents that no one here can read, because their readers in the service are unknown here. */
const Closed = ({ source, service }: { source: ConnectedSource; service: string }) => {
  const { closed, groups_unknown } = source
  const notes = [
    closed.unknown > 0 &&
      t(
        '{count, plural, one {# document is closed to everyone: {service} shares it with no one who is a member here.} other {# documents are closed to everyone: {service} shares them with no one who is a member here.}}',
        { count: closed.unknown, service },
      ),
    closed.untold > 0 &&
      t(
        '{count, plural, one {# document is closed to everyone: {service} does not say who can read it.} other {# documents are closed to everyone: {service} does not say who can read them.}}',
        { count: closed.untold, service },
      ),
    groups_unknown.length > 0 &&
      t('No group here has the address {groups}. Enter it in a group on the Team page.', {
        groups: groups_unknown.join(', '),
      }),
  ].filter((note) => note !== false)
  return notes.map((note) => (
    <Text key={note} textStyle="small" color="ink.2" mt="2" ps={{ sm: '32px' }} overflowWrap="anywhere">
      {note}
    </Text>
  ))
}

/** A page or a site, or the chosen items of a service. */
const contentOf = (source: Source) => {
  if (source.kind !== 'connector') return KINDS[source.kind]
  const names = source.choices.map(({ name }) => name)
  const more = names.length - CHOICES_SHOWN
  return [
    ...names.slice(0, CHOICES_SHOWN).map(apart),
    ...(more > 0 ? [t('{more, number} more', { more })] : []),
  ].join(', ')
}

const describe = (source: Source) => {
  const { pages, progress, report, last_read_at } = source
  return joined([
    contentOf(source),
    progress
      ? t('{done, plural, =0 {No pages} one {# page} other {# pages}} read, {waiting, number} waiting', {
          done: progress.done,
          waiting: progress.waiting,
        })
      : source.kind === 'connector'
        ? t('{pages, plural, =0 {No documents} one {# document} other {# documents}}', { pages })
        : t('{pages, plural, =0 {No pages} one {# page} other {# pages}}', { pages }),
    report && !progress && changesOf(report),
    last_read_at && !progress && t('Read {last_read_at}', { last_read_at: formatDate(last_read_at) }),
  ])
}

const changesOf = ({ added, changed, removed }: NonNullable<Source['report']>) =>
  [
    added > 0 && t('{added, number} new', { added }),
    changed > 0 && t('{changed, number} changed', { changed }),
    removed > 0 && t('{removed, number} removed', { removed }),
  ]
    .filter(Boolean)
    .join(', ')
