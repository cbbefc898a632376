import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { npm, ROOT, useSuitableNode } from './suitable-node.mjs'

export { ROOT }

/** Returns under a suitable Node with node_modules as in package-lock.json; exits if that fails. */
export async function ensureInstalled() {
  await useSuitableNode()
  if (isInstalled()) return
  console.log('Installing what is missing (npm ci), this takes a minute…')
  const [command, ...rest] = npm()
  const { status } = spawnSync(command, [...rest, 'ci', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status === 0) return
  console.error('npm ci failed; see above.')
  process.exit(status ?? 1)
}

function isInstalled() {
  const installedFile = path.join(ROOT, 'node_modules/.package-lock.json')
  if (!existsSync(installedFile)) return false
  const wanted = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  return Object.entries(wanted).every(
    ([name, { version, optional, devOptional }]) =>
      name === '' ||
      (installed[name] ? installed[name].version === version : Boolean(optional || devOptional)),
  )
}
