import { open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import type { Files } from './files.types.ts'
import { openIncoming, removeStale } from './incoming.ts'
import { sweepUnknown } from './sweep-unknown.ts'

const PROBE_BYTES = 4_096

/** Files in `<dataDir>/files`, each under its id. */
export const openFolderFiles = async (dataDir: string): Promise<Files> => {
  const folder = path.join(dataDir, 'files')
  const incoming = await openIncoming(path.join(folder, 'incoming'))
  const pathOf = (id: string) => path.join(folder, path.basename(id))

  return {
    receive: incoming.receive,
    discard: incoming.discard,

    async keep({ id }) {
      await rename(incoming.pathOf(id), pathOf(id))
      const directory = await open(folder)
      await directory.sync()
      await directory.close()
    },

    // Opened before anything is sent: a missing file is an error, not a broken response.
    read: async (id) => (await open(pathOf(id))).createReadStream(),
    onDisk: (id, use) => use(pathOf(id)),
    remove: (id) => rm(pathOf(id), { force: true }),

    async sweep(isKnown) {
      await incoming.sweep()
      await sweepUnknown(await readdir(folder), isKnown, (id) => removeStale(pathOf(id)))
    },

    async probe() {
      const file = path.join(folder, `probe-${process.pid}`)
      await writeFile(file, Buffer.alloc(PROBE_BYTES)).finally(() => rm(file, { force: true }))
    },
  }
}

/** Opens the file store that the operator chose. @throws ConfigError */
export const openFiles = async ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Files> =>
  // The client is loaded only if it is used.
  s3 ? (await import('./s3-files.ts')).openS3Files(s3, dataDir) : openFolderFiles(dataDir)
