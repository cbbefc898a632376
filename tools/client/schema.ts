import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const SCHEMA = path.join(import.meta.dirname, '../../clients/typescript/schema.d.ts')

/** openapi-typescript needs TypeScript before version 7, unlike this project: npx installs both separately. */
const GENERATOR = ['openapi-typescript@7.13.0', 'typescript@5.9.3']

/** The first line of the types identifies their source document. */
const headOf = (document: object) =>
  `// Made by \`npm run client\` of /docs/openapi.json, sha256 ${createHash('sha256').update(JSON.stringify(document)).digest('hex')}`

const isCurrent = (document: object) =>
  existsSync(SCHEMA) && readFileSync(SCHEMA, 'utf8').startsWith(headOf(document))

/** Generates an API's types if they are missing or outdated. @throws Error if the generator fails */
export function writeSchema(document: object): void {
  if (isCurrent(document)) return
  const folder = mkdtempSync(path.join(tmpdir(), 'lectern-client-'))
  try {
    const given = path.join(folder, 'openapi.json')
    const made = path.join(folder, 'schema.d.ts')
    writeFileSync(given, JSON.stringify(document))
    const packages = GENERATOR.flatMap((name) => ['--package', name])
    const { status } = spawnSync(
      'npx',
      ['--yes', ...packages, 'openapi-typescript', given, '-o', made, '--default-non-nullable=false'],
      {
        cwd: folder,
        stdio: 'inherit',
      },
    )
    if (status !== 0) throw new Error('openapi-typescript failed')
    writeFileSync(SCHEMA, `${headOf(document)}\n${readFileSync(made, 'utf8')}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
