import type { DocumentType } from '../../../src/services/contract/documents.ts'
import { IngestionError } from '../../../src/services/contract/documents.ts'
import type { PassageSettings } from '../../../src/services/contract/knowledge-bases.ts'
import type { ParsedDocument } from './read.ts'
import type { PassageDraft } from './split.ts'

export type ParseRequest = { path: string; type: DocumentType; name: string; settings?: PassageSettings }

/** Replies of the child process, one JSON value per line; passages arrive in parts before `parsed`. */
export type ParseReply =
  | { kind: 'page'; done: number; total: number }
  /** Text recognition begins, which takes longer than reading. */
  | { kind: 'recognizing' }
  | { kind: 'passages'; passages: PassageDraft[] }
  | { kind: 'parsed'; document: Omit<ParsedDocument, 'passages'> }
  /** `at`: the kind and frames of an error that no reader expected. */
  | { kind: 'failed'; reason: IngestionError; at: string | null }

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
    const reply = JSON.parse(line) as ParseReply
    return isReply(reply) ? reply : null
  } catch {
    return null
  }
}

const isReply = (reply: ParseReply) => {
  switch (reply.kind) {
    case 'page':
      return Number.isInteger(reply.done) && Number.isInteger(reply.total)
    case 'recognizing':
      return true
    case 'passages':
      return Array.isArray(reply.passages) && reply.passages.every(isPassage)
    case 'parsed':
      return typeof reply.document.title === 'string' && Number.isInteger(reply.document.words)
    case 'failed':
      return IngestionError.safeParse(reply.reason).success && (reply.at === null || isShort(reply.at))
    default:
      return false
  }
}

const AT_LENGTH_MAX = 2_000
const isShort = (text: unknown) => typeof text === 'string' && text.length <= AT_LENGTH_MAX

const isPassage = ({ position, headingPath, content, charStart, charEnd, page }: PassageDraft) =>
  [position, charStart, charEnd, page ?? 0].every(Number.isInteger) &&
  typeof content === 'string' &&
  Array.isArray(headingPath) &&
  headingPath.every((heading) => typeof heading === 'string')

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
