import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Plain node: it runs before anything is installed. */
export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const NODE_NEEDED = [20, 19]

/**
 * Installs what package-lock.json says when node_modules does not hold it; ends the process if that fails. Not
 * by `npm ci`: it refuses a lockfile that lacks the binaries of platforms that the registry did not have.
 */
export function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < NODE_NEEDED[0] || (major === NODE_NEEDED[0] && minor < NODE_NEEDED[1])) {
    console.error(`Lectern needs Node ${NODE_NEEDED.join('.')} or newer; this is ${process.versions.node}.`)
    process.exit(1)
  }
  if (isInstalled()) return
  console.log('Installing what is missing (npm install), this takes a minute…')
  const npm = process.env.npm_execpath
  const [command, ...rest] = npm ? [process.execPath, npm] : ['npm']
  const { status } = spawnSync(command, [...rest, 'install', '--no-save', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status !== 0) {
    console.error('npm install failed; see above.')
    process.exit(status ?? 1)
  }
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

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureInstalled()
