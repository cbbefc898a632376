import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])

const bytesIn = (file: string) => {
  try {
    return readFileSync(file)
  } catch {
    // Segments can be replaced at any time.
    return Buffer.alloc(0)
  }
}

/** The contents of an index's files, with the words unencoded. */
export const textIn = (folder: string) =>
  filesIn(folder)
    .map((name) => bytesIn(path.join(folder, name)).toString('latin1'))
    .join()
