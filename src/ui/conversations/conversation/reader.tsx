import { Box, Dialog as ChakraDialog, Flex, Portal, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { X } from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import type { ReaderRef } from '../../../machines/knowledge/reader.machine.ts'
import type { SourcePassage } from '../../../machines/knowledge/reader.types.ts'
import type { Span } from '../../../services/contract/common.ts'
import type { DocumentText, Passage } from '../../../services/contract/documents.ts'
import { t } from '../../../texts/t.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { formatDate } from '../../parts/format.ts'
import { joined } from '../../parts/joined.ts'
import { Anchor } from '../../parts/link.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { Notice } from '../../parts/notice.tsx'
import { SheetHandle } from '../../parts/sheet-handle.tsx'
import { FailedRead, SkeletonLine } from '../../parts/states.tsx'
import { prose } from './prose.ts'
import { whereOf } from './where.ts'

const DELETED = t('The document was deleted. This is the earlier passage.')

const CHANGED = t('The document has changed since then. This is the earlier passage:')

interface ReaderProps {
  actor: ReaderRef
  /** Meaning of the marks. */
  marked: string
  /** Note if there is only the passage. */
  alone?: string
  /** Opens a passage's form, for people who can change it. */
  onEdit?: ((passage: Passage) => void) | undefined
}

/** The source of a passage, opened at the passage; a sheet at the side, on a phone from below. */
export function Reader({ actor, marked, alone = DELETED, onEdit }: ReaderProps) {
  const open = useSelector(actor, (reader) => reader.hasTag('open'))
  const passage = useSelector(actor, ({ context }) => context.passage)
  return (
    <ChakraDialog.Root
      open={open}
      onOpenChange={() => actor.send({ type: 'reader.closed' })}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner
          p="0"
          justifyContent="flex-end"
          alignItems={{ base: 'flex-end', md: 'stretch' }}
        >
          <ChakraDialog.Content
            maxWidth={{ md: '42rem' }}
            height={{ base: '88dvh', md: '100dvh' }}
            borderRadius={{ base: '12px 12px 0 0', md: '0' }}
            display="flex"
            flexDirection="column"
          >
            <SheetHandle onClose={() => actor.send({ type: 'reader.closed' })} />
            <Flex px="7" py="5" gap="4" align="flex-start" borderBottom="1px solid" borderColor="rule">
              <Box flex="1" minWidth={0}>
                <ChakraDialog.Title overflowWrap="anywhere">{passage?.document_name}</ChakraDialog.Title>
                <Text textStyle="small" color="ink.2">
                  {passage && joined([whereOf(passage), passage.marks.length > 0 && marked])}
                </Text>
              </Box>
              <IconButton label={t('Close')} onClick={() => actor.send({ type: 'reader.closed' })}>
                <X aria-hidden />
              </IconButton>
            </Flex>
            <Box flex="1" overflowY="auto" px="7" py="6" tabIndex={0}>
              {passage && <Source actor={actor} opened={passage} alone={alone} onEdit={onEdit} />}
            </Box>
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  )
}

interface SourceProps extends Pick<ReaderProps, 'actor' | 'onEdit'> {
  opened: SourcePassage
  alone: string
}

function Source({ actor, opened, alone, onEdit }: SourceProps) {
  const { source, error } = useSelector(actor, ({ context }) => context)
  const phase = useSelector(actor, (reader) =>
    reader.hasTag('loading')
      ? 'loading'
      : reader.hasTag('failed')
        ? 'failed'
        : reader.hasTag('ready')
          ? 'ready'
          : 'gone',
  )
  if (phase === 'ready' && source) return <SourceText source={source} opened={opened} onEdit={onEdit} />
  return (
    <Flex direction="column" gap="6">
      {opened.content !== '' && (
        <Text textStyle="answer">
          “<MarkedText content={opened.content} marks={opened.marks} />”
        </Text>
      )}
      {phase === 'loading' && <SkeletonLine width="70%" />}
      {phase === 'failed' && <FailedRead actor={actor} message={error} />}
      {phase === 'gone' && (
        <Text color="ink.2" fontStyle="italic">
          {alone}
        </Text>
      )}
    </Flex>
  )
}

interface SourceTextProps extends Pick<ReaderProps, 'onEdit'> {
  source: DocumentText
  opened: SourcePassage
}

function SourceText({ source: { document, passages, is_current }, opened, onEdit }: SourceTextProps) {
  // An edit keeps the passage's id, but the marks are places in the earlier content.
  const isThere =
    opened.passage_id === null ||
    passages.some(
      ({ id, content }) =>
        id === opened.passage_id && (opened.marks.length === 0 || content === opened.content),
    )
  return (
    <Box as="article" textStyle="answer" display="flex" flexDirection="column" gap="4">
      {document.restricted && (
        <Text textStyle="small" color="ink.2">
          {t('Restricted: only its readers see this document and get answers from it.')}
        </Text>
      )}
      {document.url !== null && (
        <Text textStyle="small">
          <Anchor href={document.url} target="_blank" rel="noreferrer">
            {t('Open the page at its source')}
          </Anchor>
        </Text>
      )}
      {!is_current && (
        <Notice tone="caution">
          {t(
            'This is the text that was quoted. The document has changed since: version {version} is from {date}.',
            {
              version: document.version,
              date: formatDate(document.updated_at),
            },
          )}
        </Notice>
      )}
      {!isThere && (
        <Notice tone="caution">
          {CHANGED} “<MarkedText content={opened.content} marks={opened.marks} />”
        </Notice>
      )}
      {passages.map((passage, place) => (
        <PassageText
          key={passage.id}
          passage={passage}
          previous={passages[place - 1]}
          opened={passage.id === opened.passage_id ? opened : null}
          onEdit={onEdit}
        />
      ))}
    </Box>
  )
}

/** In a document, `[3]` is the author's own text. */
const asWritten = (n: number) => `[${n}]`

/** Passages can overlap: text shown by the previous one is omitted, unless it was edited here. */
const withoutRepeated = ({ content, original, char_start }: Passage, previous: Passage | undefined) =>
  original === null && previous ? content.slice(Math.max(0, previous.char_end - char_start)) : content

interface PassageTextProps extends Pick<ReaderProps, 'onEdit'> {
  passage: Passage
  previous: Passage | undefined
  opened: SourcePassage | null
}

function PassageText({ passage, previous, opened, onEdit }: PassageTextProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (opened) element.current?.scrollIntoView({ block: 'center' })
  }, [opened])
  const heading = passage.heading_path.join(' › ')
  const newPage = passage.page !== null && passage.page !== previous?.page
  const newHeading = heading !== '' && heading !== previous?.heading_path.join(' › ')
  return (
    <Box
      ref={element}
      data-cited={opened ? '' : undefined}
      borderInlineStart="2px solid"
      borderColor={opened ? 'accent' : onEdit ? 'rule' : 'transparent'}
      ps="4"
    >
      <Flex align="baseline" gap="3">
        <Text textStyle="label" color="ink.3" mb="1" flex="1">
          {[
            newPage && t('Page {page}', { page: passage.page }),
            newHeading && heading,
            passage.original !== null && t('Edited'),
            !passage.enabled && t('Not quoted'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {onEdit && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={t('Edit passage {position}', { position: passage.position + 1 })}
            onClick={() => onEdit(passage)}
          >
            {t('Edit')}
          </Button>
        )}
      </Flex>
      {opened ? (
        <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
          <MarkedText
            content={passage.content}
            marks={passage.content === opened.content ? opened.marks : []}
          />
        </Text>
      ) : (
        <Box css={prose} color="ink.2">
          <Markdown source={withoutRepeated(passage, previous)} streaming={false} cite={asWritten} />
        </Box>
      )}
    </Box>
  )
}

interface MarkedTextProps {
  content: string
  /** In order, without overlaps. */
  marks: readonly Span[]
}

/** A passage with its relevant words marked. */
export function MarkedText({ content, marks }: MarkedTextProps) {
  const [first] = marks
  if (!first) return content
  return (
    <>
      {content.slice(0, first.start)}
      {marks.map(({ start, end }, place) => (
        <Fragment key={start}>
          <mark>{content.slice(start, end)}</mark>
          {content.slice(end, marks[place + 1]?.start)}
        </Fragment>
      ))}
    </>
  )
}
