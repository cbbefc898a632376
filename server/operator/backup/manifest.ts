import * as z from 'zod/mini'

/** Version of the archive format: others are refused. */
const FORMAT = 1

export const MANIFEST = 'manifest.json'
export const SECRET = 'secret'
export const tableEntry = (table: string) => `database/${table}.ndjson.gz`
export const fileEntry = (id: string) => `files/${id}`

const Entry = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })

/** A backup's description of itself. It is the archive's last entry, so a truncated archive has none. */
const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The version of Lectern that created it. */
  lectern: z.string(),
  made_at: z.iso.datetime(),
  /** PostgreSQL's version, such as `18.6`. */
  database: z.object({ kind: z.enum(['embedded', 'postgresql']), version: z.string() }),
  /** Hashes of the migrations applied to its database. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), is_called: z.boolean() })),
  /** Contents deleted while the files were copied: their rows are deleted again. */
  deleted: z.array(z.string()),
  /** All other entries of the archive. */
  entries: z.array(Entry),
})

export type Entry = z.infer<typeof Entry>
export type Manifest = z.infer<typeof Manifest>

export const writeManifest = (manifest: Omit<Manifest, 'format'>) =>
  JSON.stringify({ format: FORMAT, ...manifest } satisfies Manifest, null, 2)

/** Null unless it is a manifest of this format. */
export function readManifest(text: string): Manifest | null {
  try {
    return z.parse(Manifest, JSON.parse(text))
  } catch {
    return null
  }
}
