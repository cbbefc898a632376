import type { Rules } from '../../../src/services/contract/operations/operation.ts'
import { isOpen } from '../../kernel/http/serve.ts'

type Call = {
  method: string
  /** With its parameters filled in. */
  path: string
  rules: Rules
}
export type CodeSample = { lang: string; label: string; source: string }

/** JSON quoted for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

type Language = { step: string; words: Readonly<Record<string, string>>; isBare?: RegExp }
const TYPESCRIPT: Language = { step: '  ', words: {}, isBare: /^[a-z_]\w*$/i }
const PYTHON: Language = { step: '    ', words: { null: 'None', true: 'True', false: 'False' } }

/** A JSON value as a literal of the language. */
function literal(value: unknown, language: Language, by = ''): string {
  const { step, words, isBare } = language
  if (value === null || typeof value !== 'object') {
    const text = JSON.stringify(value)
    return words[text] ?? text
  }
  const inner = `${by}${step}`
  const nameOf = (name: string) => (isBare?.test(name) ? name : JSON.stringify(name))
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, language, inner))
    : Object.entries(value).map(([name, one]) => `${nameOf(name)}: ${literal(one, language, inner)}`)
  if (parts.length === 0) return `${open}${close}`
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${by}${close}`
}

/** API keys, or a person's token if keys are refused. */
const secretOf = (rules: Rules) => (isOpen(rules) ? null : rules.keys ? 'LECTERN_KEY' : 'LECTERN_TOKEN')

function curl({ method, path, rules }: Call) {
  const { body, file } = rules.example ?? {}
  const secret = secretOf(rules)
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$LECTERN${path}"`,
    secret && `-H "Authorization: Bearer $${secret}"`,
    file && `-F ${quoted(`${file.field}=@${file.name};type=${file.type}`)}`,
    body !== undefined && `-H 'Content-Type: ${rules.accepts ?? 'application/json'}'`,
    body !== undefined && `-d ${quoted(typeof body === 'string' ? body : JSON.stringify(body, null, 2))}`,
    rules.answers && !rules.answers.startsWith('text/') && '-OJ',
  ]
  return parts.filter(Boolean).join(' \\\n  ')
}

function typescript({ method, path, rules }: Call) {
  const { body, file } = rules.example ?? {}
  const secret = secretOf(rules)
  const headers = [
    secret && `    authorization: \`Bearer \${process.env.${secret}}\`,\n`,
    body !== undefined && `    'content-type': '${rules.accepts ?? 'application/json'}',\n`,
  ].filter(Boolean)
  const text = literal(body, TYPESCRIPT, '  ')
  return [
    file &&
      `import { openAsBlob } from 'node:fs'

const form = new FormData()
form.append('${file.field}', await openAsBlob('${file.name}', { type: '${file.type}' }), '${file.name}')
`,
    `const response = await fetch(\`\${process.env.LECTERN}${path}\`, {`,
    method !== 'GET' && `  method: '${method}',`,
    headers.length > 0 && `  headers: {\n${headers.join('')}  },`,
    file && '  body: form,',
    body !== undefined && `  body: ${typeof body === 'string' ? text : `JSON.stringify(${text})`},`,
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    rules.answers
      ? `const content = await response.${rules.answers.startsWith('text/') ? 'text' : 'blob'}()`
      : 'console.log(await response.json())',
  ]
    .filter(Boolean)
    .join('\n')
}

function python({ method, path, rules }: Call) {
  const { body, file } = rules.example ?? {}
  const secret = secretOf(rules)
  const headers = [
    secret && `"Authorization": f"Bearer {os.environ['${secret}']}"`,
    typeof body === 'string' && `"Content-Type": "${rules.accepts}"`,
  ].filter(Boolean)
  const given =
    body === undefined
      ? null
      : typeof body === 'string'
        ? `data=${JSON.stringify(body)}`
        : `json=${literal(body, PYTHON, '    ')}`
  return [
    'import os',
    'import requests\n',
    'response = requests.request(',
    `    "${method}",`,
    `    os.environ["LECTERN"] + "${path}",`,
    headers.length > 0 && `    headers={${headers.join(', ')}},`,
    file && `    files={"${file.field}": ("${file.name}", open("${file.name}", "rb"), "${file.type}")},`,
    given && `    ${given},`,
    ')',
    'response.raise_for_status()',
    rules.answers
      ? `content = response.${rules.answers.startsWith('text/') ? 'text' : 'content'}`
      : 'print(response.json())',
  ]
    .filter(Boolean)
    .join('\n')
}

/** Samples of an operation's example for a shell and two languages, as shown in the reference. */
export const codeSamples = (call: Call): CodeSample[] => [
  { lang: 'shell', label: 'curl', source: curl(call) },
  { lang: 'js', label: 'TypeScript', source: typescript(call) },
  { lang: 'python', label: 'Python', source: python(call) },
]
