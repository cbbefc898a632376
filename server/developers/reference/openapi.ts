import type { OpenAPIV3_1 } from 'openapi-types'
import { EXAMPLE_IDS, thingOf } from '../../../src/services/contract/operations/examples.ts'
import type { Operation, Rules } from '../../../src/services/contract/operations/operation.ts'
import { isOpen } from '../../kernel/http/serve.ts'
import { VERSION } from '../../kernel/package.ts'
import answers from './answers.json' with { type: 'json' }
import { type CodeSample, codeSamples } from './code-samples.ts'
import { OPERATIONS, refusalsOf } from './operations.ts'

type Document = OpenAPIV3_1.Document
type Described = OpenAPIV3_1.OperationObject<{ 'x-codeSamples'?: CodeSample[] }>
type Parameter = NonNullable<Described['parameters']>[number]

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const BEARER = 'bearer'

const INTRODUCTION = `The API of Lectern. Everything that the app does, your programs can do, too.

### First answer

Choose an assistant in the app, copy its id from the address bar, and ask:

\`\`\`bash
export LECTERN=https://lectern.example.com
export LECTERN_KEY=lk_…
curl -X POST "$LECTERN/api/v1/integrations/<id>/ask" \\
  -H "Authorization: Bearer $LECTERN_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "content": "How long can shoes be returned?" }'
\`\`\`

The passages that the answer is based on are in \`citations\`. Each operation below has the same example in TypeScript and Python.

### Keys

Create an API key under **Settings → API keys** and send it with each request as \`Authorization: Bearer lk_…\`. Its scopes decide what the key can do: \`read\` data, \`ask\` assistants, \`write\` knowledge bases and documents, or \`manage\` assistants, conversations and the organization. Some operations are only for people: they need the token of a log-in, \`LECTERN_TOKEN\` in the examples.

### Requests and errors

Bodies are JSON, and times are ISO 8601 in UTC. An error is \`{"detail": …, "code": …}\`: \`detail\` is for people, \`code\` and \`values\` are for programs, and \`fields\` says which fields of the request are wrong. A \`POST\` with the header \`Idempotency-Key\` can safely be repeated; uploads of files do not take it.`

/** Head of the document; the router adds the operations. */
export const OPENAPI: Omit<Document, 'paths'> = {
  openapi: '3.1.0',
  info: { title: 'Lectern', version: VERSION, description: INTRODUCTION },
  components: { securitySchemes: { [BEARER]: { type: 'http', scheme: 'bearer' } } },
  security: [{ [BEARER]: [] }],
}

/** `GET /api/v1/documents/{id}` is `get_documents_id`: stable, and a name in most languages. */
const operationIdOf = (method: string, path: string) =>
  [method, ...path.replace(/^\/(api\/)?v1\//, '').matchAll(/\w+/g)].join('_')

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } },
})

const IDEMPOTENCY_KEY: OpenAPIV3_1.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Up to 200 characters. A repeated request with the same key has no further effect and returns the first response.',
  schema: { type: 'string', maxLength: 200 },
}

function accessSentence(rules: Rules) {
  if (isOpen(rules)) return 'No key is required.'
  if (!rules.keys) return 'Only for logged-in people; API keys are not accepted.'
  return `API keys require the scope ${rules.keys.map((scope) => `\`${scope}\``).join(' or ')}.`
}

const parameterExample = (path: string, name: string) => {
  const segments = path.split('/')
  const segment = segments[segments.indexOf(`{${name}}`) - 1] ?? ''
  const thing = thingOf(name === 'userId' ? 'members' : segment)
  return thing ? EXAMPLE_IDS[thing] : name === 'version' || name === 'number' ? 1 : undefined
}

const withExamples = (parameters: Described['parameters'] = [], path: string, { example: given }: Rules) =>
  parameters.map((parameter) => {
    if (!('name' in parameter)) return parameter
    const { name } = parameter
    const example = parameter.in === 'path' ? parameterExample(path, name) : given?.query?.[name]
    return example === undefined ? parameter : { ...parameter, example }
  })

/** An address filled with its example's values. */
const exampleAddress = (path: string, parameters: readonly Parameter[]) => {
  const given = parameters.flatMap((parameter) =>
    'name' in parameter && parameter.example !== undefined ? [parameter] : [],
  )
  const query = given.flatMap(({ name, in: place, example }) =>
    place === 'query' ? [[name, String(example)]] : [],
  )
  const inPath = path.replaceAll(
    /\{(\w+)\}/g,
    (whole, name) => given.find((one) => one.name === name)?.example ?? whole,
  )
  return query.length > 0 ? `${inPath}?${new URLSearchParams(query)}` : inPath
}

/** As a list: RapiDoc ignores a single example beside a named schema. */
const exampleOf = (value: unknown) => (value === undefined ? {} : { examples: { example: { value } } })

const requestBodyOf = ({ requestBody }: Described, { example }: Rules): Described['requestBody'] => {
  const { body, file } = example ?? {}
  if (file) {
    const one: OpenAPIV3_1.SchemaObject = { type: 'string', format: 'binary' }
    const schema: OpenAPIV3_1.SchemaObject = {
      type: 'object',
      required: [file.field],
      properties: { [file.field]: file.field === 'files' ? { type: 'array', items: one } : one },
    }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  if (!requestBody || !('content' in requestBody)) return requestBody
  const content = Object.entries(requestBody.content).map(([type, media]) => [
    type,
    { ...media, ...exampleOf(body) },
  ])
  return { ...requestBody, content: Object.fromEntries(content) }
}

const RECORDED: Readonly<Record<string, { status: number; body?: unknown }>> = answers

/** Responses as recorded by the tests. */
const answersOf = ({ responses = {} }: Described, { address, rules }: Operation) => {
  const recorded = RECORDED[address]
  const status = recorded?.status ?? 200
  const given = responses[status]
  const media = given && 'content' in given ? given.content?.['application/json'] : undefined
  return {
    [status]: {
      description: rules.summary,
      content: rules.answers
        ? { [rules.answers]: { schema: { type: 'string', format: 'binary' } } }
        : { 'application/json': { ...media, ...(recorded && exampleOf(recorded.body)) } },
    },
  }
}

const describe = (method: string, path: string, given: Described): Described => {
  const operation = OPERATIONS[`${method.toUpperCase()} ${routeOf(path)}`]
  if (!operation) return given
  const { tag, rules } = operation
  const { summary, description } = rules
  const requestBody = requestBodyOf(given, rules)
  const refusals = Object.entries(refusalsOf(operation)).map(([status, text]) => [status, refusal(text)])
  const parameters = withExamples(given.parameters, path, rules)
  const takesKey = method === 'post' && !isOpen(rules) && rules.may !== 'read' && !rules.example?.file
  return {
    operationId: operationIdOf(method, path),
    tags: [tag],
    summary,
    description: [description, accessSentence(rules)].filter(Boolean).join('\n\n'),
    ...(isOpen(rules) && { security: [] }),
    parameters: [...parameters, ...(takesKey ? [IDEMPOTENCY_KEY] : [])],
    ...(requestBody && { requestBody }),
    responses: { ...Object.fromEntries(refusals), ...answersOf(given, operation) },
    'x-codeSamples': codeSamples({
      method: method.toUpperCase(),
      path: exampleAddress(path, parameters),
      rules,
    }),
  }
}

/** The format says the same in a readable word. */
const withoutPatterns = <Part>(part: Part): Part =>
  JSON.parse(
    JSON.stringify(part, (_, value) =>
      value?.pattern && value.format ? { ...value, pattern: undefined } : value,
    ),
  )

/** Named schemas that operations refer to, directly or indirectly. */
function referredTo(schemas: Record<string, object>, paths: object) {
  const kept: Record<string, object> = {}
  const keep = (part: object) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name]
      if (!schema || name in kept) continue
      kept[name] = schema
      keep(schema)
    }
  }
  keep(paths)
  return kept
}

const ADDRESSES = Object.keys(OPERATIONS).map((name) => name.split(' ')[1])

const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Position of an address's first entry in the table. */
const placeOf = (path: string) => ADDRESSES.indexOf(routeOf(path))

/** Adds the information from the table of operations, in its order. */
export function describeOperations(document: Document): Document {
  const described = Object.entries(document.paths ?? {})
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([path, item = {}]) => [
      path,
      Object.fromEntries(
        METHODS.flatMap((method) => {
          const given = item[method]
          return given ? [[method, describe(method, path, given)]] : []
        }),
      ),
    ])
  const tags = [...new Set(Object.values(OPERATIONS).map(({ tag }) => tag))]
  const paths = Object.fromEntries(described)
  const components = {
    ...document.components,
    schemas: referredTo(document.components?.schemas ?? {}, paths),
  }
  return withoutPatterns({ ...document, tags: tags.map((name) => ({ name })), components, paths })
}
