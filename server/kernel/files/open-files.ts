import type { Config } from '../config/config.ts'
import type { Files } from './files.types.ts'
import { openFolderFiles } from './folder-files.ts'

/** Opens the file store that the operator chose. @throws ConfigError */
export const openFiles = async ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Files> =>
  // The client is loaded only if it is used.
  s3 ? (await import('./s3-files.ts')).openS3Files(s3, dataDir) : openFolderFiles(dataDir)
