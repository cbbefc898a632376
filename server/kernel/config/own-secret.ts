import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from './environment.ts'

export const secretFile = (dataDir: string) => path.join(dataDir, 'jwt-secret')

/** @throws ConfigError */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(
      code === 'EEXIST' || code === 'ENOTDIR'
        ? 'DATA_DIR: is a file, but must be a folder'
        : `DATA_DIR: cannot be created (${code})`,
    )
  }
}

/** Created once, readable by this user only. @throws ConfigError */
export function ownSecret(dataDir: string): string {
  const file = secretFile(dataDir)
  try {
    if (!existsSync(file))
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new ConfigError(`DATA_DIR: cannot be written (${code})`)
  }
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
