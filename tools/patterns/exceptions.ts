/** Patterns that may stay although they are not known to be linear, or cannot be checked, and why. */
export const EXCEPTIONS: readonly { file: string; text: string; reason: string }[] = [
  {
    file: 'server/http/security.ts',
    text: '/<script(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)<\\/script>/g',
    reason: "Reads the built app's own page, once, at the start.",
  },
  {
    file: 'src/services/runtime-config.ts',
    text: '/\\/+$/',
    reason: "Reads the operator's own setting, in the browser.",
  },
  ...[
    ['server/answering/extractive.ts', '/\\s*\\S+(?:\\s+\\S+){0,2}/g'],
    ['server/answering/prompt.ts', '/\\s*\\[\\d+\\]/g'],
    ['server/answering/support.ts', '/^\\s*(?:#{1,6}\\s|\\|?[\\s:|-]+$)/'],
    ['server/ingestion/extracted.ts', '/^\\n+|\\s+$/g'],
    ['server/ingestion/readers/docx.ts', '/<img[^>]*>/g'],
    ['server/ingestion/readers/markdown.ts', '/\\s*\\n\\s*/g'],
    ['server/ingestion/readers/markdown.ts', '/\\s*\\n\\s*|\\|/g'],
    [
      'server/ingestion/readers/markdown.ts',
      '/<(script|style)\\b[\\s\\S]*?<\\/\\1\\s*>|<!--[\\s\\S]*?-->/gi',
    ],
    ['server/ingestion/readers/markdown.ts', '/<[^>]*>/g'],
    [
      'server/ingestion/sniff.ts',
      '/^(?:\\s|<\\?xml[^>]*>|<!--[\\s\\S]{0,2000}?-->)*<(?:!doctype\\s+html|html|head|body)\\b/i',
    ],
  ].map(([file = '', text = '']) => ({ file, text, reason: 'Being replaced by a linear one.' })),
]
