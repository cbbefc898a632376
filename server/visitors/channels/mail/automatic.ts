/** A mail's headers by lower-case name; the newest if a name repeats. */
export type Headers = ReadonlyMap<string, string>

/** Headers of mailing lists and programs (RFC 2369, RFC 2919, and those of out-of-office programs). */
const NEVER_OF_PEOPLE = [
  'list-id',
  'list-unsubscribe',
  'list-post',
  'list-help',
  'x-autoreply',
  'x-autorespond',
  'x-auto-reply-from',
  'x-loop',
]
const PRECEDENCE = /^\s*(?:bulk|junk|list|auto_reply)\b/i
const PROGRAM =
  /^(?:mailer-daemon|postmaster|bounces?|no-?_?reply|do-?_?not-?_?reply|nobody|(?:bounces?|no-?reply)[-+_.].*)$/i
const NO_ONE = /^\s*<\s*>\s*$/

/** Whether a program sent it, which would reply to a reply (RFC 3834). */
export const isAutomatic = (headers: Headers, sender: string): boolean => {
  const submitted = headers.get('auto-submitted')
  const suppressed = headers.get('x-auto-response-suppress')
  return (
    (submitted !== undefined && !/^\s*no\b/i.test(submitted)) ||
    (suppressed !== undefined && !/^\s*none\b/i.test(suppressed)) ||
    PRECEDENCE.test(headers.get('precedence') ?? '') ||
    NO_ONE.test(headers.get('return-path') ?? '') ||
    /^\s*multipart\/report\b/i.test(headers.get('content-type') ?? '') ||
    NEVER_OF_PEOPLE.some((name) => headers.has(name)) ||
    PROGRAM.test(sender.split('@')[0] ?? '')
  )
}
