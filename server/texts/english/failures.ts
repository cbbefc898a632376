/** Why a document or an address could not be read: code → the reason, and `code.hint` → the way out. */
export const FAILURES = {
  // A file.
  empty_file: 'This file is empty.',
  'empty_file.hint': 'Export it again and check that it contains text.',
  unsupported_type:
    '{kind, select, unknown {This kind of file cannot be read.} extension {Files that end in .{name} cannot be read.} archive {This kind of file cannot be read: Archive.} binary {This kind of file cannot be read: Binary data.} office {This kind of file cannot be read: Office file.} program {This kind of file cannot be read: Program.} other {This kind of file cannot be read: {name}.}}',
  'unsupported_type.hint':
    'Add a PDF, Word, Excel, PowerPoint, EPUB, HTML, Markdown, text, CSV or JSON file, or an image.',
  type_mismatch:
    '{extension, select, none {The content of this file does not match its name: } other {This file ends in .{extension}, but its content is: }}{kind, select, archive {Archive} binary {Binary data} office {Office file} program {Program} text {Plain text} other {{name}}}.',
  'type_mismatch.hint': 'Export it again from the program that made it.',
  legacy_office: 'This is a password-protected or older Office file.',
  'legacy_office.hint': 'Save it as .docx, .xlsx or .pptx without a password and add it again.',
  encrypted_pdf: 'This PDF is protected with a password.',
  'encrypted_pdf.hint': 'Save a copy without the password and add it again.',
  encrypted_epub: 'This book is protected against copying.',
  'encrypted_epub.hint': 'Add an edition without copy protection.',
  no_text: 'No text was found in this file.',
  'no_text.hint': 'Check that it contains text. Scans must be sharp, upright, and in English or German.',
  damaged_file:
    '{reason, select, json {This file is not valid JSON.} quotation {This table cannot be read: a quotation mark is never closed.} other {This file is damaged and cannot be read.}}',
  'damaged_file.hint': 'Export it again from the program that made it.',
  too_large_when_unpacked: 'This file becomes far too large when it is unpacked.',
  'too_large_when_unpacked.hint': 'Remove large embedded parts, or split the file.',
  too_many_pages: 'This PDF has more than 5,000 pages.',
  'too_many_pages.hint': 'Split it into smaller files.',
  too_many_scans: 'This file has more than 200 scanned pages.',
  'too_many_scans.hint': 'Split it into smaller files, or run text recognition (OCR) over it first.',
  too_many_pixels: 'This image has more than 50 million pixels.',
  'too_many_pixels.hint': 'Save a smaller copy and add that.',
  too_much_text: 'This file contains too much text.',
  'too_much_text.hint': 'Split it into smaller files.',
  too_complex:
    '{nesting, select, json {This JSON is nested more than {max} levels deep.} other {Reading this file needs more memory than is allowed.}}',
  'too_complex.hint': 'Split it into smaller files.',
  timed_out: 'Reading this file took longer than 30 seconds.',
  'timed_out.hint': 'Split it into smaller files.',
  recognition_timed_out: 'Recognizing the text of this scan took longer than 15 minutes.',
  'recognition_timed_out.hint': 'Split it into smaller files.',
  missing_file: 'The stored file is gone.',
  'missing_file.hint': 'Delete this document and add the file again.',
  crashed: 'Reading this file failed three times.',
  'crashed.hint': 'Export it again from the program that made it, or split it into smaller files.',
  not_read_yet: 'Its latest content has not been read yet.',
  'not_read_yet.hint': 'It will be read with these settings soon.',
  interrupted:
    '{reason, select, index {This index was not complete after a day.} other {Something went wrong on our side.}}',
  'interrupted.hint': 'Try again. If it keeps failing, tell your operator.',
  // A source.
  no_pages: 'No page could be read at this address.',
  'no_pages.hint': 'Open it in a browser and check the rules of this source.',
  pages_missing: '{all, plural, one {The page is missing.} other {{missing} of # pages are missing.}}',
  'pages_missing.hint': 'Nothing was changed. Check the site, then keep the pages or remove them.',
  // An address.
  invalid_address: 'This is not the address of a web page.',
  'invalid_address.hint': 'Enter it as your browser shows it.',
  not_http: 'Only addresses that begin with http:// or https:// are read.',
  'not_http.hint': 'Check the address.',
  credentials: 'This address contains a user name or a password.',
  'credentials.hint': 'Use an address that can be read without logging in.',
  port_not_allowed: 'This address uses a port that is not allowed.',
  'port_not_allowed.hint': 'Use an address without a port.',
  private_address: 'This address belongs to a private or reserved network.',
  'private_address.hint': 'Use a public address, or ask your operator to allow this network.',
  unresolvable: 'No server was found under this name.',
  'unresolvable.hint': 'Check the address for typing errors.',
  unreachable: 'The server did not answer.',
  'unreachable.hint': 'Open the address in a browser, and try again later.',
  bad_certificate: 'The certificate of this site is not valid.',
  'bad_certificate.hint': 'Ask whoever runs the site to renew its certificate.',
  bad_response: 'The server’s response could not be read.',
  'bad_response.hint': 'Open the address in a browser and check it.',
  too_many_redirects: 'This address redirects too often.',
  'too_many_redirects.hint': 'Use the address your browser shows in the end.',
  page_too_large: 'This page is too large.',
  'page_too_large.hint': 'Add a smaller part of it as a file.',
  too_slow: 'The server took too long.',
  'too_slow.hint': 'Try again later.',
  http_status: 'The server answered with the status {status}.',
  'http_status.hint': 'Open the address in a private window of a browser and check that it can be read.',
  unsupported_content: 'The content at this address cannot be read.',
  'unsupported_content.hint': 'Use the address of a page or a document.',
} as const

/** Why an answer was not written. */
export const ANSWER_FAILURES = {
  answer_interrupted: 'The server was stopped while this answer was written. Ask for it again.',
  answer_too_long:
    'The answer was too long and was cut after {max, number} characters. Try again, or ask for less at once.',
  documents_unread:
    '{unread, plural, one {# document was} other {# documents were}} still being read after {minutes, number} minutes. Ask again later.',
  /** To visitors: what went wrong with a provider is the operator's. */
  failed: 'The answer could not be written. Please try again.',
  model_busy: 'The language model is busy. Wait a moment and try again.',
  model_empty: 'The language model gave no answer. Try again.',
  model_failed: 'The language model failed. Try again.',
  model_interrupted: 'The answer was interrupted. Try again.',
  model_refused:
    'The language model did not accept the request. {of, select, operator {Tell your operator.} other {Tell an admin.}}',
  model_repeats: 'The answer repeated the instructions of the assistant and was stopped. Ask in other words.',
  model_stalled: 'The language model stopped answering. Try again.',
  model_unauthorized:
    '{of, select, operator {The language model refused our key. Tell your operator.} other {The language model refused the key of your organization. Tell an admin.}}',
  model_withheld: 'The provider of the language model withheld this answer. Ask in other words.',
  model_unreachable: 'The connection to the language model was interrupted. Try again.',
} as const

/** What is wrong with a provider of single sign-on. */
export const PROVIDER_FAILURES = {
  provider_address_not_https: 'An address of the provider does not begin with https://.',
  provider_client_refused: 'The provider does not accept the client id and its secret.',
  provider_keys_unreadable: 'The keys of the provider cannot be read.',
  provider_names_other_issuer:
    'The issuer does not match. Copy it exactly from the provider’s configuration.',
  provider_no_endpoints: 'The provider does not list its endpoints.',
  provider_no_key: 'The provider has no matching key for its token.',
  provider_not_json: 'The provider did not answer with JSON.',
  provider_refused: 'The provider refused: {error}.',
  provider_refused_client: 'The provider refused the client.',
  provider_secret_lost: 'The client secret can no longer be read. Enter it again.',
  provider_status: 'The provider answered with an unexpected status.',
  provider_too_slow: 'The provider took too long.',
  provider_token_control: 'A token of the provider contains control characters.',
  provider_token_expired: 'A token of the provider has expired, or one of the two clocks is wrong.',
  provider_token_future: 'A token of the provider was issued in the future.',
  provider_token_other: 'A token of the provider was issued for something else.',
  no_logout_token: 'This is not a logout token.',
  provider_unreadable: 'The provider answered with something that cannot be read.',
  issuer_not_address: 'The issuer is not a web address.',
} as const
