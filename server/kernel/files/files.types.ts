import type { Readable } from 'node:stream'

/** Bytes that are kept of each end of a file that is received: what kind it is shows there. */
export const END_BYTES = 64 * 1024

/** A file that was received and is not yet anybody's: it lies on this machine, under the id that it will have. */
export type ReceivedFile = {
  id: string
  size: number
  tooLarge: boolean
  hash: string
  head: Buffer
  tail: Buffer
}

/** The files of documents, by id: in a folder, or in an object store that several processes share. */
export type Files = {
  /**
   * Writes a stream to the disk, under a new id if none is given. Nothing is kept of a file beyond the limit.
   * @throws Refusal 413 for a file far beyond the limit, without reading it to its end
   */
  receive(stream: Readable, id?: string): Promise<ReceivedFile>
  /** Stores a received file, durably: from here on it survives a crash, and every process can read it. */
  keep(file: ReceivedFile): Promise<void>
  /** Forgets a received file that was not kept. */
  discard(file: ReceivedFile): Promise<void>
  /** The bytes of a kept file. */
  read(id: string): Promise<Readable>
  /** Does something with a kept file as a file of this machine, which lies at the path only until it is done. */
  onDisk<Result>(id: string, use: (path: string) => Promise<Result>): Promise<Result>
  remove(id: string): Promise<void>
  /** Removes what no document names, and what received or fetched files have left behind. */
  sweep(isKnown: (ids: string[]) => Promise<Set<string>>): Promise<void>
  /** Stores and reads back nothing of anybody's. @throws when no file could be stored now */
  probe(): Promise<void>
}
