import type { ChosenFile } from '../../machines/knowledge/upload.setup.ts'

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
export const filesOf = async ({ items, files }: DataTransfer): Promise<ChosenFile[]> => {
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
