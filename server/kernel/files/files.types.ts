import type { Readable } from 'node:stream'

/** Bytes kept of each end of a received file: they show what kind it is. */
export const END_BYTES = 64 * 1024

/** A received file that belongs to no one yet: it is on this machine, under its future id. */
export type ReceivedFile = {
  id: string
  size: number
  tooLarge: boolean
  hash: string
  head: Buffer
  tail: Buffer
}

/** Files of documents, by id: in a folder, or in an object store shared by several processes. */
export type Files = {
  /**
   * Writes a stream to the disk, under a new id if none is given. Nothing of a file beyond the limit is kept.
   * @throws Refusal 413 for a file far beyond the limit, without reading it to the end
   */
  receive(stream: Readable, id?: string): Promise<ReceivedFile>
  /** Stores a received file durably: it then survives a crash, and every process can read it. */
  keep(file: ReceivedFile): Promise<void>
  /** Deletes a received file that was not kept. */
  discard(file: ReceivedFile): Promise<void>
  /** The bytes of a kept file. */
  read(id: string): Promise<Readable>
  /** Provides a kept file on this machine; the path is valid only until `use` is done. */
  onDisk<Result>(id: string, use: (path: string) => Promise<Result>): Promise<Result>
  remove(id: string): Promise<void>
  /** Removes files that no document names, and leftovers of received or fetched files. */
  sweep(isKnown: (ids: string[]) => Promise<Set<string>>): Promise<void>
  /** Stores and reads back test data. @throws if no file can be stored now */
  probe(): Promise<void>
}
