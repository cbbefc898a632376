import { Box, chakra, Flex, Input, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { KnowledgeBaseRef } from '../../../machines/knowledge/knowledge-base.machine.ts'
import { createLiveSearchMachine } from '../../../machines/shell/live-search.machine.ts'
import {
  DOCUMENT_SEARCH_MAX,
  type Passage,
  type PassageFilter,
  type PlacedPassage,
} from '../../../services/contract/documents.ts'
import { t } from '../../../texts/t.ts'
import { Button, Pressable } from '../../parts/button.tsx'
import { joined } from '../../parts/joined.ts'
import { LongList } from '../../parts/long-list.tsx'
import { PagesView } from '../../parts/pages-view.tsx'
import { Select } from '../../parts/select-field.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { spokenText } from '../../parts/spoken-text.ts'
import { Badge } from '../../parts/status-badge.tsx'
import { useViewActor } from '../../view-actor.ts'
import { usePages } from '../../workspace.ts'

const passageSearchMachine = createLiveSearchMachine<PassageFilter>({})

const STATES = [
  ['', t('All passages')],
  ['edited', t('Edited')],
  ['disabled', t('Not quoted')],
] as const

interface PassagesProps {
  actor: KnowledgeBaseRef
  onEdit: ((passage: Passage) => void) | undefined
}

/** The passages of a knowledge base: searched, opened in their document, edited. */
export function Passages({ actor, onEdit }: PassagesProps) {
  const finder = useViewActor(passageSearchMachine)
  const { applied, draft } = useSelector(finder, ({ context }) => context)
  const following = useSelector(finder, (snapshot) => snapshot.matches('typing'))
  const change = (change: Partial<PassageFilter>) => finder.send({ type: 'search.changed', change })
  return (
    <Box as="section" aria-label={t('Passages')}>
      <chakra.search aria-busy={following} display="flex" gap="2.5" flexWrap="wrap" mb="4">
        <Input
          type="search"
          aria-label={t('Search passages')}
          placeholder={t('Search passages')}
          maxLength={DOCUMENT_SEARCH_MAX}
          value={draft.q ?? ''}
          onChange={({ target }) => change({ q: target.value || undefined })}
          height="38px"
          fontSize="md"
          flex="1 1 14rem"
        />
        <Select
          aria-label={t('State of passages')}
          value={draft.state ?? ''}
          onChange={({ target }) => change({ state: (target.value || undefined) as PassageFilter['state'] })}
          width="auto"
          height="38px"
          fontSize="md"
          flex={{ base: '1 1 8rem', sm: '0 0 auto' }}
          options={STATES}
        />
        {draft.document_id && (
          <Button size="sm" onClick={() => change({ document_id: undefined })}>
            {t('Show all documents')}
          </Button>
        )}
      </chakra.search>
      <Found
        key={JSON.stringify(applied)}
        actor={actor}
        filter={applied}
        onEdit={onEdit}
        onDocument={(document_id) => change({ document_id })}
      />
    </Box>
  )
}

interface FoundProps extends PassagesProps {
  filter: PassageFilter
  onDocument: (id: string) => void
}

function Found({ actor, filter, onEdit, onDocument }: FoundProps) {
  const { organizationId, knowledgeBaseId } = useSelector(actor, ({ context }) => context)
  const pages = usePages('passages', { organizationId, knowledgeBaseId, filter })
  return (
    <PagesView
      pages={pages}
      skeleton={<SkeletonRows />}
      empty={
        <Text textStyle="section" fontStyle="italic" color="ink.2" py="4" role="status">
          {Object.values(filter).some(Boolean)
            ? t('No matching passages.')
            : t('No documents have been read yet.')}
        </Text>
      }
    >
      {({ items, total, rest }) => (
        <>
          <Text textStyle="small" color="ink.2" role="status" mb="2">
            {t('{total, plural, =0 {No passages} one {# passage} other {# passages}}', { total })}
          </Text>
          <Box borderTop="1px solid" borderColor="rule">
            <LongList label={t('Passages')} items={items} keyOf={({ id }) => id}>
              {(passage) => (
                <PassageRow
                  passage={passage}
                  actor={actor}
                  onEdit={onEdit}
                  onDocument={filter.document_id ? undefined : () => onDocument(passage.document_id)}
                />
              )}
            </LongList>
          </Box>
          {rest}
        </>
      )}
    </PagesView>
  )
}

interface PassageRowProps extends PassagesProps {
  passage: PlacedPassage
  onDocument: (() => void) | undefined
}

/** One passage: its text and its position. */
function PassageRow({ passage, actor, onEdit, onDocument }: PassageRowProps) {
  const { id, document_id, document_name, heading_path, page, content, enabled, original } = passage
  const reader = useSelector(actor, ({ children }) => children.reader)!
  const open = () =>
    reader.send({
      type: 'passage.opened',
      passage: {
        passage_id: id,
        document_id,
        document_name,
        heading_path: [...heading_path],
        page,
        content,
        marks: [],
      },
    })
  return (
    <Box borderBottom="1px solid" borderColor="rule" py="3">
      <Flex gap="2.5" align="center" wrap="wrap">
        <Text textStyle="small" color="ink.2" overflowWrap="anywhere" flex="1 1 14rem">
          {placeOf(passage)}
        </Text>
        {original !== null && <Badge tone="caution">{t('Edited')}</Badge>}
        {!enabled && <Badge tone="quiet">{t('Not quoted')}</Badge>}
        {/* On a phone they have their own row, where their labels are aligned with the text. */}
        <Flex gap="2.5" ms={{ base: '-3', md: '0' }}>
          {onDocument && (
            <Button
              size="sm"
              variant="ghost"
              onClick={onDocument}
              aria-label={t('Only {document_name}', { document_name })}
            >
              {t('Only this document')}
            </Button>
          )}
          {onEdit && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => onEdit(passage)}
              aria-label={t('Edit passage {position} of {document_name}', {
                position: passage.position + 1,
                document_name,
              })}
            >
              {t('Edit')}
            </Button>
          )}
        </Flex>
      </Flex>
      <Pressable
        type="button"
        onClick={open}
        textAlign="start"
        fontSize="md"
        mt="1"
        lineClamp={3}
        overflowWrap="anywhere"
        _hover={{ color: 'accent' }}
      >
        {spokenText(content)}
      </Pressable>
    </Box>
  )
}

const placeOf = ({ document_name, heading_path, page, position, passage_count }: PlacedPassage) =>
  joined([
    document_name,
    heading_path.join(' › '),
    page !== null && t('Page {page}', { page }),
    t('Passage {position} of {passage_count}', { position: position + 1, passage_count }),
  ])
