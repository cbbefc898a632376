import { Box, Dialog as ChakraDialog, Flex, Portal, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReaderRef } from '../../machines/reader/reader.machine.ts'
import type { SourcePassage } from '../../machines/reader/reader.types.ts'
import type { DocumentText, Passage } from '../../services/contract/documents.ts'
import { IconButton } from '../parts/button.tsx'
import { Markdown } from '../parts/markdown.tsx'
import { ErrorState, SkeletonLine } from '../parts/states.tsx'
import { MarkedText } from './marked-text.tsx'
import { prose } from './prose.ts'
import { whereOf } from './where.ts'

const DELETED = 'The document was deleted since. This is the passage as it was.'

interface ReaderProps {
  actor: ReaderRef
  /** What the marks mean. */
  marked: string
  /** Said where there is only the passage. */
  alone?: string
}

/** The source of a passage, opened where it stands; a sheet at the side, on a phone from below. */
export function Reader({ actor, marked, alone = DELETED }: ReaderProps) {
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
            <Flex px="7" py="5" gap="4" align="flex-start" borderBottom="1px solid" borderColor="rule">
              <Box flex="1" minWidth={0}>
                <ChakraDialog.Title overflowWrap="anywhere">{passage?.document_name}</ChakraDialog.Title>
                <Text textStyle="small" color="ink.2">
                  {passage &&
                    [whereOf(passage), passage.marks.length > 0 && marked].filter(Boolean).join(' · ')}
                </Text>
              </Box>
              <IconButton label="Close" onClick={() => actor.send({ type: 'reader.closed' })}>
                <X aria-hidden />
              </IconButton>
            </Flex>
            <Box flex="1" overflowY="auto" px="7" py="6">
              {passage && <Source actor={actor} opened={passage} alone={alone} />}
            </Box>
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  )
}

function Source({ actor, opened, alone }: { actor: ReaderRef; opened: SourcePassage; alone: string }) {
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
  if (phase === 'ready' && source) return <SourceText source={source} opened={opened} />
  return (
    <Flex direction="column" gap="6">
      <Text textStyle="answer">
        “<MarkedText content={opened.content} marks={opened.marks} />”
      </Text>
      {phase === 'loading' && <SkeletonLine width="70%" />}
      {phase === 'failed' && (
        <ErrorState message={error ?? ''} onRetry={() => actor.send({ type: 'retry.requested' })} />
      )}
      {phase === 'gone' && (
        <Text color="ink.2" fontStyle="italic">
          {alone}
        </Text>
      )}
    </Flex>
  )
}

function SourceText({ source, opened }: { source: DocumentText; opened: SourcePassage }) {
  return (
    <Box as="article" textStyle="answer" display="flex" flexDirection="column" gap="4">
      {source.passages.map((passage, place) => (
        <PassageText
          key={passage.id}
          passage={passage}
          previous={source.passages[place - 1]}
          opened={passage.id === opened.passage_id ? opened : null}
        />
      ))}
    </Box>
  )
}

/** `[3]` in a document is the author's own. */
const asWritten = (n: number) => `[${n}]`

interface PassageTextProps {
  passage: Passage
  previous: Passage | undefined
  opened: SourcePassage | null
}

function PassageText({ passage, previous, opened }: PassageTextProps) {
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
      borderColor={opened ? 'accent' : 'transparent'}
      ps="4"
    >
      {(newPage || newHeading) && (
        <Text textStyle="label" color="ink.3" mb="1">
          {[newPage && `Page ${passage.page}`, newHeading && heading].filter(Boolean).join(' · ')}
        </Text>
      )}
      {opened ? (
        <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
          <MarkedText content={passage.content} marks={opened.marks} />
        </Text>
      ) : (
        <Box css={prose} color="ink.2">
          <Markdown source={passage.content} streaming={false} cite={asWritten} />
        </Box>
      )}
    </Box>
  )
}
