import { Box, chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import type { UploadRef } from '../../../machines/upload/upload.machine.ts'
import { DOCUMENT_EXTENSIONS, FILE_BYTES_MAX } from '../../../services/contract/documents.ts'
import { UpgradeOffer } from '../../billing/upgrade-offer.tsx'
import { Button } from '../../parts/button.tsx'
import { counted } from '../../parts/format.ts'
import { ProgressBar } from '../../parts/progress-bar.tsx'

const accepted = Object.values(DOCUMENT_EXTENSIONS)
  .flat()
  .map((extension) => `.${extension}`)
  .join(',')

/** Files come in by drop or by choice; a report says what became of them. */
export function DropZone({ actor }: { actor: UploadRef }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const choose = (files: FileList | null) => actor.send({ type: 'files.chosen', files: [...(files ?? [])] })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files)
  }
  return (
    <Box>
      <Flex
        as="section"
        aria-label="Add documents"
        border="1px dashed"
        borderColor={over ? 'accent' : 'control'}
        bg={over ? 'accent.wash' : 'transparent'}
        borderRadius="lg"
        px={{ base: '5', md: '7' }}
        py="6"
        gap="5"
        align="center"
        wrap="wrap"
        transition="background-color 120ms, border-color 120ms"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Box color="ink.3" css={{ '& svg': { width: '28px', height: '28px', strokeWidth: 1.4 } }}>
          <FileUp aria-hidden />
        </Box>
        <Box flex="1 1 16rem">
          <Text textStyle="section" fontStyle="italic">
            Drop documents here
          </Text>
          <Text textStyle="small" color="ink.2" mt="0.5">
            PDF, Word, Excel, PowerPoint, EPUB, saved web pages, Markdown, text, CSV, JSON, scans and photos,
            up to {FILE_BYTES_MAX / 1024 / 1024} MiB each.
          </Text>
        </Box>
        <Button onClick={() => input.current?.click()}>Choose files</Button>
        <chakra.input
          ref={input}
          type="file"
          multiple
          accept={accepted}
          aria-label="Choose files"
          srOnly
          tabIndex={-1}
          onChange={(event) => {
            choose(event.target.files)
            event.target.value = ''
          }}
        />
      </Flex>
      <UploadState actor={actor} />
    </Box>
  )
}

function UploadState({ actor }: { actor: UploadRef }) {
  const phase = useSelector(actor, (upload) => upload.value)
  const {
    sending,
    waiting,
    progress,
    accepted: count,
    refusals,
    error,
  } = useSelector(actor, (upload) => upload.context)
  if (phase === 'idle') return null
  if (phase === 'sending' || phase === 'deciding')
    return (
      <Flex align="center" gap="4" mt="4" role="status">
        <Text fontSize="md" whiteSpace="nowrap">
          Sending {counted(sending.length, 'file').toLowerCase()}
          {waiting.length > 0 && `, ${waiting.length} waiting`}
        </Text>
        <ProgressBar label="Upload" value={progress} />
        <Button variant="ghost" size="sm" onClick={() => actor.send({ type: 'upload.cancelled' })}>
          Cancel
        </Button>
      </Flex>
    )
  return (
    <Stack
      role="status"
      gap="2"
      mt="4"
      borderInlineStart="3px solid"
      borderColor={refusals.length > 0 || phase === 'failed' ? 'accent' : 'good'}
      ps="4"
    >
      <Flex justify="space-between" align="baseline" gap="4">
        <Text fontWeight="semibold" fontSize="md">
          {phase === 'failed' ? error : report(count, refusals.length)}
        </Text>
        <Flex gap="3" flexShrink={0}>
          {phase === 'failed' && (
            <Button size="sm" onClick={() => actor.send({ type: 'retry.requested' })}>
              Try Again
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={() => actor.send({ type: 'report.dismissed' })}>
            Dismiss
          </Button>
        </Flex>
      </Flex>
      {refusals.map(({ name, reason }, place) => (
        <Text key={place} fontSize="md" color="ink.2" overflowWrap="anywhere">
          <Text as="b" color="ink">
            {name}
          </Text>{' '}
          — {reason}
          <UpgradeOffer text={reason} />
        </Text>
      ))}
    </Stack>
  )
}

const report = (accepted: number, refused: number) =>
  refused === 0
    ? `${counted(accepted, 'file')} added.`
    : `${counted(accepted, 'file')} added, ${counted(refused, 'file').toLowerCase()} refused.`
