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
    'Add a PDF, Word, Excel, PowerPoint, EPUB, HTML, Markdown, text, CSV or JSON file, or an image.',
  ],
  type_mismatch: [
    'The content of this file is not what its name says.',
    'Export it again from the program that made it.',
  ],
  legacy_office: [
    'This is a password-protected or older Office file.',
    'Save it as .docx, .xlsx or .pptx without a password and add it again.',
  ],
  encrypted_pdf: [
    'This PDF is protected with a password.',
    'Save a copy without the password and add it again.',
  ],
  encrypted_epub: ['This book is protected against copying.', 'Add an edition without copy protection.'],
  no_text: [
    'No text was found in this file.',
    'Check that it holds text; scans have to be sharp, upright, and in English or German.',
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
  too_many_scans: [
    'This file has more than 200 scanned pages.',
    'Split it into smaller files, or run text recognition (OCR) over it first.',
  ],
  too_many_pixels: ['This image has more than 50 million pixels.', 'Save a smaller copy and add that.'],
  too_much_text: ['This file holds more text than can be kept.', 'Split it into smaller files.'],
  too_complex: ['Reading this file needs more memory than is allowed.', 'Split it into smaller files.'],
  timed_out: ['Reading this file took longer than 30 seconds.', 'Split it into smaller files.'],
  no_pages: [
    'No page could be read at this address.',
    'Open it in a browser and check the rules of this source.',
  ],
  recognition_timed_out: [
    'Recognizing the text of this scan took longer than 15 minutes.',
    'Split it into smaller files.',
  ],
  missing_file: ['The stored file is gone.', 'Delete this document and add the file again.'],
  crashed: [
    'Reading this file was cut short three times.',
    'Export it again from the program that made it, or split it into smaller files.',
  ],
  not_read_yet: [
    'Its latest content is not read yet.',
    'It is read by these settings once its turn has come.',
  ],
  interrupted: ['Something went wrong on our side.', 'Try again. If it keeps failing, tell your operator.'],
} as const

type FailureCode = keyof typeof reasons

/** The failure of that code in its fixed words; `message` replaces the first sentence. */
export const failure = (code: FailureCode, message?: string) => {
  const [standard, hint] = reasons[code]
  return new IngestionFailure({ code, message: message ?? standard, hint })
}
