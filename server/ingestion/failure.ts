import type { IngestionError } from '../../src/services/contract/documents.ts'

/** A document that cannot be read, for a reason that its owner can act on. Never retried by itself. */
export class IngestionFailure extends Error {
  readonly reason: IngestionError
  constructor(reason: IngestionError) {
    super(reason.message)
    this.name = 'IngestionFailure'
    this.reason = reason
  }
}

const reasons = {
  empty_file: ['This file is empty.', 'Export it again and check that it holds text.'],
  unsupported_type: [
    'This kind of file cannot be read.',
    'Add a PDF, Word (.docx), HTML, Markdown, text or CSV file.',
  ],
  type_mismatch: [
    'The content of this file is not what its name says.',
    'Export it again from the program that made it.',
  ],
  legacy_word: [
    'This is a password-protected or older Word file.',
    'Save it as .docx without a password and add it again.',
  ],
  encrypted_pdf: [
    'This PDF is protected with a password.',
    'Save a copy without the password and add it again.',
  ],
  no_text: [
    'No text was found in this file.',
    'Add one that holds text: a scan needs text recognition (OCR) before.',
  ],
  damaged_file: [
    'This file is damaged and cannot be read.',
    'Export it again from the program that made it.',
  ],
  too_large_when_unpacked: [
    'This file becomes far too large when it is unpacked.',
    'Remove large embedded parts, or split the file.',
  ],
  too_many_pages: ['This PDF has more than 5,000 pages.', 'Split it into smaller files.'],
  too_much_text: ['This file holds more text than can be kept.', 'Split it into smaller files.'],
  too_complex: ['Reading this file needs more memory than is allowed.', 'Split it into smaller files.'],
  timed_out: ['Reading this file took longer than 30 seconds.', 'Split it into smaller files.'],
  missing_file: ['The stored file is gone.', 'Delete this document and add the file again.'],
  crashed: [
    'Reading this file was cut short three times.',
    'Export it again from the program that made it, or split it into smaller files.',
  ],
  interrupted: ['Something went wrong on our side.', 'Try again. If it keeps failing, tell your operator.'],
} as const

type FailureCode = keyof typeof reasons

/** The failure of that code in its fixed words; `message` replaces the first sentence. */
export const failure = (code: FailureCode, message?: string) => {
  const [standard, hint] = reasons[code]
  return new IngestionFailure({ code, message: message ?? standard, hint })
}
