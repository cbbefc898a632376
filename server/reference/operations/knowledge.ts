import { EXAMPLE_IDS } from '../example-ids.ts'
import { PLAN_FULL, READ, READ_OR_ASK, tagged, WRITE } from '../operation.ts'

const base64 = (text: string) => btoa(text)

const RETURNS = {
  name: 'returns.md',
  type: 'text/markdown',
  base64: base64('# Returns\n\nUnworn shoes can be returned within 30 days. Refunds take five days.\n'),
} as const
const FAQ = { question: 'How long can shoes be returned?', answer: 'Within 30 days, unworn.' }
const TEXT = { name: 'Repairs', text: 'Soles are replaced free of charge for two years.' }
const SAME_CONTENT = 'A document with the same content is there already.'
const NOT_NOW = 'Its state does not allow that now.'

export const knowledge = {
  ...tagged('Knowledge bases', {
    'GET /api/v1/organizations/:organizationId/knowledge-bases': {
      summary: 'List the knowledge bases',
      access: READ,
    },
    'POST /api/v1/organizations/:organizationId/knowledge-bases': {
      summary: 'Create a knowledge base',
      access: WRITE,
      body: { name: 'Workshop', description: 'How shoes are repaired.' },
    },
    'GET /api/v1/knowledge-bases/:id': { summary: 'Read a knowledge base', access: READ },
    'PATCH /api/v1/knowledge-bases/:id': {
      summary: 'Change a knowledge base',
      access: WRITE,
      body: { description: 'What customers ask about, and how we repair.' },
    },
    'DELETE /api/v1/knowledge-bases/:id': {
      summary: 'Delete a knowledge base with its documents',
      description: 'Earlier answers keep the words they quoted.',
      access: WRITE,
    },
    'POST /api/v1/knowledge-bases/:id/search': {
      summary: 'Try what a question finds',
      access: READ_OR_ASK,
      body: { query: 'How long can shoes be returned?' },
    },
  }),
  ...tagged('Documents', {
    'GET /api/v1/knowledge-bases/:id/documents': { summary: 'List the documents', access: READ },
    'GET /api/v1/knowledge-bases/:id/documents/search': {
      summary: 'Search the documents, a page at a time',
      access: READ,
      query: { status: 'ready', sort: 'newest', limit: '20' },
    },
    'POST /api/v1/knowledge-bases/:id/documents': {
      summary: 'Add files',
      description:
        'Up to 50 files, each in a field `files`. They are read in the background: a document can be searched once its `status` is `ready`.',
      access: WRITE,
      file: { field: 'files', ...RETURNS },
      errors: { 413: 'A file is larger than 20 MiB.' },
    },
    'POST /api/v1/knowledge-bases/:id/documents/known': {
      summary: 'Find out which contents and names are there already',
      description:
        'By the SHA-256 of each file, so that it need not be sent, and by its name, so that the document can be replaced.',
      access: READ,
      body: { hashes: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] },
    },
    'POST /api/v1/knowledge-bases/:id/documents/change': {
      summary: 'Turn on, turn off, read again, or delete several documents',
      access: WRITE,
      body: { ids: [EXAMPLE_IDS.document], action: 'enable' },
    },
    'POST /api/v1/knowledge-bases/:id/texts': {
      summary: 'Add a text',
      access: WRITE,
      body: TEXT,
      errors: { 402: PLAN_FULL, 409: SAME_CONTENT },
    },
    'POST /api/v1/knowledge-bases/:id/faq': {
      summary: 'Add a question with its answer',
      access: WRITE,
      body: FAQ,
      errors: { 402: PLAN_FULL, 409: SAME_CONTENT },
    },
    'POST /api/v1/knowledge-bases/:id/faq/import': {
      summary: 'Add questions with their answers from a table',
      description: 'A CSV file with a column of questions and one of answers; `preview=true` only looks.',
      access: WRITE,
      query: { preview: 'true' },
      file: {
        field: 'file',
        name: 'faq.csv',
        type: 'text/csv',
        base64: base64('question,answer\nDo you repair boots?,"Yes, of every brand."\n'),
      },
    },
    'GET /api/v1/documents/:id': { summary: 'Read a document', access: READ },
    'PATCH /api/v1/documents/:id': {
      summary: 'Rename a document, or turn it on or off',
      access: WRITE,
      body: { name: 'Returns and refunds', enabled: true },
    },
    'DELETE /api/v1/documents/:id': { summary: 'Delete a document', access: WRITE },
    'GET /api/v1/documents/:id/file': {
      summary: 'Download what a document was read from',
      access: READ,
      answers: 'application/octet-stream',
    },
    'PUT /api/v1/documents/:id/file': {
      summary: 'Replace the file of a document',
      description: 'The document goes on answering as before until the new version is read.',
      access: WRITE,
      file: {
        field: 'file',
        ...RETURNS,
        base64: base64('# Returns\n\nUnworn shoes can be returned within 60 days.\n'),
      },
      errors: { 409: 'The document is no file, or has this content already.' },
    },
    'PUT /api/v1/documents/:id/text': {
      summary: 'Replace a text',
      access: WRITE,
      body: { ...TEXT, text: 'Soles are replaced free of charge for three years.' },
      errors: { 409: 'The document is no text, or has this content already.' },
    },
    'PUT /api/v1/documents/:id/faq': {
      summary: 'Replace a question with its answer',
      access: WRITE,
      body: { ...FAQ, answer: 'Within 60 days, unworn.' },
      errors: { 409: 'The document is no question, or has this content already.' },
    },
    'GET /api/v1/documents/:id/versions': { summary: 'List the versions of a document', access: READ },
    'POST /api/v1/documents/:id/versions/:number/restore': {
      summary: 'Restore a version of a document',
      access: WRITE,
      errors: { 409: NOT_NOW },
    },
    'POST /api/v1/documents/:id/cancel': {
      summary: 'Stop reading a document',
      access: WRITE,
      errors: { 409: NOT_NOW },
    },
    'POST /api/v1/documents/:id/retry': {
      summary: 'Read a document again',
      access: WRITE,
      errors: { 409: NOT_NOW },
    },
  }),
  ...tagged('Passages', {
    'GET /api/v1/documents/:id/passages': { summary: 'Read the passages of a document', access: READ },
    'GET /api/v1/knowledge-bases/:id/passages': {
      summary: 'Search the passages, a page at a time',
      access: READ,
      query: { q: 'returned' },
    },
    'PATCH /api/v1/passages/:id': {
      summary: 'Edit a passage, or turn it on or off',
      description: '`content: null` restores what was read.',
      access: WRITE,
      body: { enabled: true },
    },
  }),
  ...tagged('Web pages', {
    'GET /api/v1/knowledge-bases/:id/sources': { summary: 'List the web pages and sites', access: READ },
    'POST /api/v1/knowledge-bases/:id/sources': {
      summary: 'Read a page, a sitemap or a site',
      access: WRITE,
      body: { kind: 'page', url: 'https://www.example.com/returns', refresh: 'weekly' },
    },
    'POST /api/v1/knowledge-bases/:id/sources/preview': {
      summary: 'See which pages would be read',
      access: WRITE,
      body: { kind: 'page', url: 'https://www.example.com/returns' },
    },
    'PATCH /api/v1/sources/:id': {
      summary: 'Change how often pages are read again',
      access: WRITE,
      body: { refresh: 'daily' },
    },
    'DELETE /api/v1/sources/:id': { summary: 'Remove pages with what was read of them', access: WRITE },
    'POST /api/v1/sources/:id/read': {
      summary: 'Read the pages again now',
      access: WRITE,
      errors: { 409: NOT_NOW },
    },
    'POST /api/v1/sources/:id/missing-pages': {
      summary: 'Keep or remove the pages that a reading did not find',
      description: 'Removed pages come back with the site for 30 days, with all that was done to them.',
      access: WRITE,
      body: { action: 'keep' },
      errors: { 409: NOT_NOW },
    },
    'POST /api/v1/sources/:id/cancel': {
      summary: 'Stop reading pages',
      access: WRITE,
      errors: { 409: NOT_NOW },
    },
  }),
  ...tagged('Indexes', {
    'GET /api/v1/knowledge-bases/:id/indexes': { summary: 'List the indexes', access: READ },
    'POST /api/v1/knowledge-bases/:id/indexes': {
      summary: 'Build an index',
      description: 'Beside the one that is searched, which stays until the new one is published.',
      access: WRITE,
      body: {},
      errors: { 409: 'An index is being built.' },
    },
    'POST /api/v1/indexes/:id/cancel': {
      summary: 'Stop building an index',
      access: WRITE,
      errors: { 409: NOT_NOW },
    },
    'POST /api/v1/indexes/:id/publish': {
      summary: 'Search a new index from now on',
      access: WRITE,
      errors: { 409: NOT_NOW },
    },
    'POST /api/v1/indexes/:id/discard': {
      summary: 'Discard an index',
      access: WRITE,
      errors: { 409: NOT_NOW },
    },
  }),
  ...tagged('Golden questions', {
    'GET /api/v1/knowledge-bases/:id/golden-questions': {
      summary: 'List the golden questions',
      access: READ,
    },
    'POST /api/v1/knowledge-bases/:id/golden-questions': {
      summary: 'Add a golden question',
      description: 'A question with the documents that should be found for it.',
      access: WRITE,
      body: { question: FAQ.question, expected: [{ document_id: EXAMPLE_IDS.document }] },
    },
    'POST /api/v1/messages/:id/golden-question': {
      summary: 'Make a golden question of an answer',
      access: WRITE,
      errors: { 409: 'The answer cites nothing.' },
    },
    'PATCH /api/v1/golden-questions/:id': {
      summary: 'Change a golden question',
      access: WRITE,
      body: { question: 'Until when can shoes be returned?' },
    },
    'DELETE /api/v1/golden-questions/:id': { summary: 'Delete a golden question', access: WRITE },
    'GET /api/v1/knowledge-bases/:id/golden-runs': {
      summary: 'List how often golden questions were found',
      access: READ,
    },
    'POST /api/v1/knowledge-bases/:id/golden-runs': {
      summary: 'Search every golden question now',
      access: WRITE,
      errors: { 409: 'A run is under way, or there is no question.' },
    },
  }),
}
