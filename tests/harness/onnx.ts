import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A field of a protocol buffer: a number, or bytes with a length prefix. */
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
const number = (field: number, value: number) => Buffer.from([...varint(field * 8), ...varint(value)])
const bytes = (field: number, content: Buffer | string) => {
  const data = Buffer.from(content)
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(data.length)]), data])
}
const message = (field: number, ...parts: Buffer[]) => bytes(field, Buffer.concat(parts))

const FLOAT = 1
const INT64 = 7

/** Fields as in onnx.proto. */
const initializer = (name: string, type: number, dims: number[], data: Float32Array | BigInt64Array) =>
  message(
    5,
    ...dims.map((dim) => number(1, dim)),
    number(2, type),
    bytes(8, name),
    bytes(9, Buffer.from(data.buffer)),
  )
const value = (field: number, name: string, type: number, dims: (string | number)[]) =>
  message(
    field,
    bytes(1, name),
    message(
      2,
      message(
        1,
        number(1, type),
        message(
          2,
          ...dims.map((dim) => message(1, typeof dim === 'number' ? number(1, dim) : bytes(2, dim))),
        ),
      ),
    ),
  )
const node = (operation: string, inputs: string[], output: string, ...attributes: Buffer[]) =>
  message(1, ...inputs.map((one) => bytes(1, one)), bytes(2, output), bytes(4, operation), ...attributes)
const integer = (name: string, of: number) => message(5, bytes(1, name), number(3, of), number(20, 2))

const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids']
const modelOf = (...graph: Buffer[]) =>
  Buffer.concat([
    number(1, 8),
    message(
      7,
      bytes(2, 'test'),
      ...INPUTS.map((name) => value(11, name, INT64, ['batch', 'length'])),
      ...graph,
    ),
    message(8, bytes(1, ''), number(2, 13)),
  ])

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]']

const tokenizerOf = (words: string[]) => {
  const piece = (id: string, type_id: number) => ({ SpecialToken: { id, type_id } })
  const text = (id: string, type_id: number) => ({ Sequence: { id, type_id } })
  return {
    version: '1.0',
    added_tokens: SPECIAL.map((content, id) => ({ id, content, special: true })),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [piece('[CLS]', 0), text('A', 0), piece('[SEP]', 0)],
      pair: [piece('[CLS]', 0), text('A', 0), piece('[SEP]', 0), text('B', 1), piece('[SEP]', 1)],
      special_tokens: Object.fromEntries(SPECIAL.map((id, at) => [id, { id, ids: [at], tokens: [id] }])),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries([...SPECIAL, ...words].map((word, id) => [word, id])),
    },
  }
}

/** A table with one row per token; special tokens and unknown words have no weight. */
const tableOf = (rows: number[][], width: number) =>
  Float32Array.from([...SPECIAL.map(() => Array<number>(width).fill(0)), ...rows].flat())

/** Files of a model, as on the hub. */
export type ModelFixture = Record<
  'onnx/model_quantized.onnx' | 'tokenizer.json' | 'tokenizer_config.json',
  Buffer
>

const fixture = (words: string[], model: Buffer): ModelFixture => ({
  'onnx/model_quantized.onnx': model,
  'tokenizer.json': Buffer.from(JSON.stringify(tokenizerOf(words))),
  'tokenizer_config.json': Buffer.from(JSON.stringify({ tokenizer_class: 'BertTokenizer' })),
})

/** A sentence model with a vector for each known word: a text is the mean of its words. */
export const embeddingModel = (words: Record<string, number[]>): ModelFixture => {
  const vectors = Object.values(words)
  const width = vectors[0]!.length
  const table = tableOf(vectors, width)
  return fixture(
    Object.keys(words),
    modelOf(
      node('Gather', ['table', 'input_ids'], 'last_hidden_state'),
      initializer('table', FLOAT, [table.length / width, width], table),
      value(12, 'last_hidden_state', FLOAT, ['batch', 'length', width]),
    ),
  )
}

/** A cross-encoder that adds up the weights of the words in question and text. */
export const rerankingModel = (words: Record<string, number>): ModelFixture => {
  const table = tableOf(
    Object.values(words).map((weight) => [weight]),
    1,
  )
  return fixture(
    Object.keys(words),
    modelOf(
      node('Gather', ['table', 'input_ids'], 'weights'),
      node('ReduceSum', ['weights', 'axes'], 'logits', integer('keepdims', 0)),
      initializer('table', FLOAT, [table.length, 1], table),
      initializer('axes', INT64, [1], BigInt64Array.from([1n])),
      value(12, 'logits', FLOAT, ['batch', 1]),
    ),
  )
}

/** Writes them into a folder. */
export const writeModel = (folder: string, files: ModelFixture) => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  return folder
}
