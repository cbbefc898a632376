import path from 'node:path'
import { failure } from '../../kernel/texts/reasons.ts'
import { walkXml } from './xml.ts'
import type { Archive } from './zip.ts'

/** The bytes of a part that every such file must have. */
export const requiredPart = (archive: Archive, name: string) => {
  const bytes = archive.read(name)
  if (!bytes) throw failure('damaged_file')
  return bytes
}

type Relation = { id: string; type: string; target: string }

/** Relations of a part in an Office file (OPC); only to parts of the same archive. */
export const relationsOf = (archive: Archive, part: string): Relation[] => {
  const { dir, base } = path.posix.parse(part)
  const bytes = archive.read(`${dir}/_rels/${base}.rels`)
  const found: Relation[] = []
  if (!bytes) return found
  walkXml(bytes, {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External') return
      const place = target.startsWith('/') ? target : path.posix.join('/', dir, target)
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: place.slice(1) })
    },
  })
  return found
}

/** The id of the relation that an element names, with any namespace prefix. */
export const relationIdOf = (attributes: Record<string, string>) =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''
