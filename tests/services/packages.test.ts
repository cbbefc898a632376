import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { minVersion, satisfies } from 'semver'
import { describe, expect, it } from 'vitest'
import { isAtLeast, ROOT } from '../../scripts/suitable-node.mjs'

type Locked = {
  optional?: boolean
  engines?: { node?: string }
  optionalDependencies?: Record<string, string>
}
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')
const locked: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages
const floor = minVersion(JSON.parse(read('package.json')).engines.node)!.version
const offered = `${read('.nvmrc').trim()}.0.0`

const IMPORT =
  /^(?:import|export) [^'"`]*?from '([^'.][^']*)'|^import '([^'.][^']*)'|[ (]import\('([^'.][^']*)'\)/gm

describe('packages', () => {
  it('what is imported is declared', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
    const declared = { ...dependencies, ...devDependencies, ...optionalDependencies }
    const files = globSync(['*.ts', '{src,server,tests,tools,scripts}/**/*.{ts,tsx,mjs}'], { cwd: ROOT })
    const packages = files.flatMap((file) =>
      [...read(file).matchAll(IMPORT)]
        .map(([, from, alone, late]) => from ?? alone ?? late ?? '')
        .filter((name) => !isBuiltin(name) && !/^(virtual|data):|\$\{/.test(name))
        .map((name) => ({ file, name: name.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? '' })),
    )
    expect(new Set(packages.map(({ name }) => name))).toContain('fastify')
    expect(packages.filter(({ name }) => !(name in declared || `@types/${name}` in declared))).toEqual([])
  })

  it.each([floor, offered])('every package that is always installed runs on Node %s', (version) => {
    const refusing = Object.entries(locked)
      .filter(([, { engines, optional }]) => !optional && engines?.node && !satisfies(version, engines.node))
      .map(([name, { engines }]) => `${name} needs ${engines?.node}`)
    expect(refusing).toEqual([])
  })

  it('the lockfile holds the optional packages of every platform, so that npm ci works on each', () => {
    const names = new Set(Object.keys(locked).map((place) => place.split('node_modules/').at(-1)))
    const missing = Object.entries(locked).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !names.has(name))
        .map((name) => `${name} of ${place}`),
    )
    expect(missing).toEqual([])
  })

  it.each([
    ['20.19.4', '22.13', false],
    ['22.12.9', '22.13', false],
    ['22.13.0', '22.13', true],
    ['22.9.0', '22.13', false],
    ['24.0.0', '22.13', true],
  ])('Node %s is at least %s: %s', (version, needed, expected) => {
    expect(isAtLeast(version, needed)).toBe(expected)
  })
})
