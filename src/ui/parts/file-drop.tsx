import { Box, Flex, Text } from '@chakra-ui/react'
import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { ChosenFile } from '../../machines/knowledge/upload.setup.ts'
import { DOCUMENT_EXTENSIONS, FILE_BYTES_MAX } from '../../services/contract/documents.ts'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import { filesOf } from './dropped-files.ts'
import { FileInput } from './file-input.tsx'

export const ACCEPTED_FILES = Object.values(DOCUMENT_EXTENSIONS)
  .flat()
  .map((extension) => `.${extension}`)
  .join(',')

interface FileDropProps {
  onFiles: (files: readonly ChosenFile[]) => void
  /** Choosing files is the page's only next step. */
  isMain?: boolean
  disabled?: boolean
  /** Other ways to add something. */
  children?: ReactNode
}

/** Files by drop or by choice. */
export function FileDrop({ onFiles, isMain = false, disabled = false, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) void filesOf(event.dataTransfer).then(onFiles)
  }
  return (
    <Flex
      as="section"
      aria-label={t('Add documents')}
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
      <Box flex={{ base: '1 1 12rem', md: '1 1 24rem' }}>
        <Text textStyle="section" fontStyle="italic">
          {t('Drop documents here')}
        </Text>
        <Text textStyle="small" color="ink.2" mt="0.5">
          {t(
            'PDF, Word, Excel, PowerPoint, EPUB, saved web pages, Markdown, text, CSV, JSON, scans and photos, up to {fileBytesMax} MB each.',
            { fileBytesMax: FILE_BYTES_MAX / 1024 / 1024 },
          )}
        </Text>
      </Box>
      {/* On a phone, where long labels leave room for one button per row, they are equally wide. */}
      <Flex
        gap="2"
        wrap="wrap"
        flex={{ base: '1 0 100%', sm: '0 1 auto' }}
        css={{ '& > *': { flexGrow: { base: 1, sm: 0 } } }}
      >
        <Button
          variant={isMain ? 'primary' : 'outline'}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          <FileUp aria-hidden />
          {t('Choose files')}
        </Button>
        {children}
      </Flex>
      <FileInput ref={input} multiple accept={ACCEPTED_FILES} label={t('Choose files')} onFiles={onFiles} />
    </Flex>
  )
}
