import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from './config-error.ts'

export const secretFile = (dataDir: string) => path.join(dataDir, 'jwt-secret')

/** Made once, readable by this user alone. */
export function ownSecret(dataDir: string): string {
  const file = secretFile(dataDir)
  if (!existsSync(file)) {
    try {
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code !== 'EEXIST') throw new ConfigError(`DATA_DIR: cannot be written (${code})`)
    }
  }
  return readFileSync(file, 'utf8')
}
