import { Box, Flex, Text } from '@chakra-ui/react'
import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { ChosenFile } from '../../machines/knowledge/upload.setup.ts'
import { DOCUMENT_EXTENSIONS, FILE_BYTES_MAX } from '../../services/contract/documents.ts'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import { FileInput } from './file-input.tsx'

const unreadable = ({ name }: FileSystemEntry): ChosenFile => ({ name, size: 0, isUnreadable: true })

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<ChosenFile>((resolve) => {
    entry.file(resolve, () => resolve(unreadable(entry)))
  })

/** A browser returns a folder's entries in batches of a hundred, then an empty one. */
const entriesOf = async (folder: FileSystemDirectoryEntry) => {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    if (some.length === 0) return entries
    entries.push(...some)
  }
}

/** Systems keep their own files in folders, such as `.DS_Store`; no one means to add those. */
const isHidden = ({ name }: FileSystemEntry) => name.startsWith('.') || name === 'Thumbs.db'

const filesIn = async (entry: FileSystemEntry): Promise<ChosenFile[]> => {
  if (entry.isFile) return [await fileOf(entry as FileSystemFileEntry)]
  try {
    const files: ChosenFile[] = []
    for (const inner of await entriesOf(entry as FileSystemDirectoryEntry))
      if (!isHidden(inner)) files.push(...(await filesIn(inner)))
    return files
  } catch {
    return [unreadable(entry)]
  }
}

/** The dropped files, including those in folders. Unreadable ones are included, and marked as such. */
const filesOf = async ({ items, files }: DataTransfer): Promise<ChosenFile[]> => {
  // The items are empty once the event is over, so all entries are taken first.
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry())
  const dropped = [...files]
  const found = await Promise.all(
    entries.map(async (entry, place) => {
      const file = dropped[place]
      return entry ? filesIn(entry) : file ? [file] : []
    }),
  )
  return found.flat()
}

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
