import * as z from 'zod/mini'
import { Id, list, Uuid } from './common.ts'

export const READERS_MAX = 500

/**
 * Why someone can read a knowledge base or a document, or use an assistant: it is open to everyone, to one of their
 * groups, to them by name, or they can read it in the service whose permissions it follows.
 */
export const ReadingReason = z.object({
  kind: z.enum(['everyone', 'group', 'person', 'service']),
  /** Name of the group or service. */
  name: z.nullable(z.string()),
})
export type ReadingReason = z.infer<typeof ReadingReason>

/**
 * Who can read a knowledge base or a document, or use an assistant; `people` are these members, by name, each with
 * every reason.
 */
export const Readers = z.object({
  restricted: z.boolean(),
  group_ids: z.array(Id),
  user_ids: z.array(Id),
  people: z.array(z.object({ user_id: Id, name: z.string(), reasons: z.array(ReadingReason) })),
})
export type Readers = z.infer<typeof Readers>

/** Unless `restricted`, the lists are ignored. */
const NamedReaders = z.object({
  restricted: z.boolean(),
  group_ids: list(Uuid, READERS_MAX),
  user_ids: list(Uuid, READERS_MAX),
})
export type NamedReaders = z.infer<typeof NamedReaders>

/**
 * PUT /api/v1/knowledge-bases/{id}/readers and /api/v1/integrations/{id}/readers. With `known`, the readers as last
 * read, only what differs from them is changed: what others have changed since stays.
 */
export const ReadersChange = z.extend(NamedReaders, { known: z.optional(NamedReaders) })
export type ReadersChange = z.infer<typeof ReadersChange>

/** As many as a list of a request holds: all of them get the readers, or none does. */
export const DOCUMENTS_OPENED_MAX = 2_000
/** PUT /api/v1/knowledge-bases/{id}/documents/readers: the same for one document or several. */
export const DocumentReadersChange = z.extend(ReadersChange, {
  ids: list(Uuid, DOCUMENTS_OPENED_MAX, 1),
})
export type DocumentReadersChange = z.infer<typeof DocumentReadersChange>

const readable = { id: Id, name: z.string(), reasons: z.array(ReadingReason) }
/**
 * GET /api/v1/organizations/{id}/members/{userId}/knowledge-bases: what a member can read, by name. `documents` are
 * those with their own readers, of knowledge bases that the caller can read.
 */
export const ReadableBases = z.array(
  z.object({ ...readable, documents: z._default(z.array(z.object(readable)), []) }),
)
export type ReadableBases = z.infer<typeof ReadableBases>

/** GET /api/v1/organizations/{id}/members/{userId}/assistants: what a member can use, by name. */
export const UsableAssistants = z.array(z.object(readable))
export type UsableAssistants = z.infer<typeof UsableAssistants>

/**
 * Restricted knowledge bases, documents of one, or assistants, by name; of one that the caller cannot read or use, only
 * its name and its readers.
 */
export const Restricted = z.array(
  z.object({
    id: Id,
    name: z.string(),
    may_read: z.boolean(),
    group_ids: z.array(Id),
    user_ids: z.array(Id),
  }),
)
export type Restricted = z.infer<typeof Restricted>
