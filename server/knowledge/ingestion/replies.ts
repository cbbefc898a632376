import * as z from 'zod/mini'
import type { DocumentType } from '../../../src/services/contract/documents.ts'
import { IngestionError } from '../../../src/services/contract/documents.ts'
import type { PassageSettings } from '../../../src/services/contract/knowledge-bases.ts'
import type { ParsedDocument } from './read.ts'

export type ParseRequest = { path: string; type: DocumentType; name: string; settings?: PassageSettings }

const Passage = z.object({
  position: z.int(),
  headingPath: z.array(z.string()),
  content: z.string(),
  charStart: z.int(),
  charEnd: z.int(),
  page: z.nullable(z.int()),
})

/** Replies of the child process, one JSON value per line; passages arrive in parts before `parsed`. */
const ParseReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), done: z.int(), total: z.int() }),
  /** Text recognition begins, which takes longer than reading. */
  z.object({ kind: z.literal('recognizing') }),
  z.object({ kind: z.literal('passages'), passages: z.array(Passage) }),
  z.object({ kind: z.literal('parsed'), document: z.object({ title: z.string(), words: z.int() }) }),
  /** `at`: the kind and frames of an error that no reader expected. */
  z.object({
    kind: z.literal('failed'),
    reason: IngestionError,
    at: z.nullable(z.string().check(z.maxLength(2_000))),
  }),
])
export type ParseReply = z.output<typeof ParseReply>

/** Parsing a line of this many passages takes about a millisecond: the server serves others in between. */
const PASSAGES_PER_LINE = 200

export function* repliesOf({ passages, ...document }: ParsedDocument): Generator<ParseReply> {
  for (let at = 0; at < passages.length; at += PASSAGES_PER_LINE)
    yield { kind: 'passages', passages: passages.slice(at, at + PASSAGES_PER_LINE) }
  yield { kind: 'parsed', document }
}

/** Null for an invalid reply: a document may have compromised the child. */
export const replyFrom = (line: string): ParseReply | null => {
  try {
    return ParseReply.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** Splits a stream of bytes into lines. */
export const lineReader = (onLine: (line: string) => void) => {
  let parts: Buffer[] = []
  return (chunk: Buffer) => {
    let rest = chunk
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      onLine(Buffer.concat([...parts, rest.subarray(0, end)]).toString())
      parts = []
      rest = rest.subarray(end + 1)
    }
    if (rest.length > 0) parts.push(rest)
  }
}
