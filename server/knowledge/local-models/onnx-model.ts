import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { type LocalModel, TOKENIZER, TOKENIZER_CONFIG, WEIGHTS } from '../../kernel/config/local-models.ts'
import { normalised } from '../retrieval/embedder.ts'

/** Texts per run. Larger batches use more memory and are not faster on one thread. */
const BATCH = 8

type Tokens = { ids: number[]; types: number[] }

const jsonIn = (folder: string, name: string) => {
  try {
    return JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
  } catch (error) {
    // This file is optional.
    if (name === TOKENIZER_CONFIG && (error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** Loads a BERT-like model: a tokenizer and an ONNX graph. Texts are truncated to `tokensMax` tokens. */
export const openOnnxModel = async ({ folder, tokensMax, pooling }: LocalModel) => {
  const onnx = await import('onnxruntime-node')
  const session = await onnx.InferenceSession.create(path.join(folder, WEIGHTS), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  })
  const tokenizer = new Tokenizer(jsonIn(folder, TOKENIZER), jsonIn(folder, TOKENIZER_CONFIG))

  const tokensOf = (text: string, pair?: string): Tokens => {
    const { ids, token_type_ids: types } = tokenizer.encode(text, {
      ...(pair !== undefined && { text_pair: pair }),
      return_token_type_ids: true,
    })
    const all = { ids, types: types ?? ids.map(() => 0) }
    if (ids.length <= tokensMax) return all
    const cut = (numbers: number[]) => [...numbers.slice(0, tokensMax - 1), numbers.at(-1) ?? 0]
    return { ids: cut(all.ids), types: cut(all.types) }
  }

  const run = async (batch: Tokens[]) => {
    const length = Math.max(...batch.map(({ ids }) => ids.length))
    const tensorOf = (values: (tokens: Tokens, at: number) => number): Tensor =>
      new onnx.Tensor(
        'int64',
        BigInt64Array.from(
          batch.flatMap((tokens) => Array.from({ length }, (_, at) => BigInt(values(tokens, at)))),
        ),
        [batch.length, length],
      )
    const inputs: Record<string, Tensor> = {
      input_ids: tensorOf(({ ids }, at) => ids[at] ?? 0),
      attention_mask: tensorOf(({ ids }, at) => (at < ids.length ? 1 : 0)),
      token_type_ids: tensorOf(({ types }, at) => types[at] ?? 0),
    }
    const outputs: InferenceSession.ReturnType = await session.run(
      Object.fromEntries(session.inputNames.map((name) => [name, inputs[name] as Tensor])),
    )
    const output = outputs[session.outputNames[0] as string] as Tensor
    return { dims: output.dims as number[], data: output.data as Float32Array }
  }

  /** Pools the token vectors of each text into one vector. */
  const pooled = ({ dims, data }: Awaited<ReturnType<typeof run>>, batch: Tokens[]) => {
    const width = dims.at(-1) as number
    const rows = dims.length === 3 ? (dims[1] as number) : 1
    return batch.map(({ ids }, place) => {
      const from = place * rows * width
      const vector = new Float32Array(width)
      const pooledRows = rows === 1 || pooling === 'first' ? 1 : ids.length
      for (let row = 0; row < pooledRows; row++)
        for (let at = 0; at < width; at++) vector[at]! += data[from + row * width + at] as number
      return normalised(vector)
    })
  }

  /** Batches texts of similar length, because texts are padded to the longest in their batch. */
  const inBatches = async <Result>(all: Tokens[], work: (batch: Tokens[]) => Promise<Result[]>) => {
    const order = all.map((_, place) => place).sort((a, b) => all[a]!.ids.length - all[b]!.ids.length)
    const results = new Array<Result>(all.length)
    for (let at = 0; at < order.length; at += BATCH) {
      const places = order.slice(at, at + BATCH)
      const made = await work(places.map((place) => all[place]!))
      places.forEach((place, index) => {
        results[place] = made[index]!
      })
    }
    return results
  }

  return {
    /** Unit vectors, in the order of the texts. */
    embed: (texts: string[]) =>
      inBatches(
        texts.map((text) => tokensOf(text)),
        async (batch) => pooled(await run(batch), batch),
      ),

    /**
     * Unit vectors of the tokens of a text: first those of `start`, then those of each part. Tokens beyond `tokensMax`
     * have none.
     */
    tokens: async (start: string, parts: string[]) => {
      const lead = tokensOf(start.trimEnd()).ids
      const own = parts.map((part) => tokenizer.encode(part, { add_special_tokens: false }).ids)
      const read = [...lead.slice(0, -1), ...own.flat()].slice(0, tokensMax - 1)
      const ids = [...read, lead.at(-1) ?? 0]
      const { dims, data } = await run([{ ids, types: ids.map(() => 0) }])
      if (dims.length < 3) throw new Error('the model gives no vectors of tokens')
      const width = dims.at(-1) as number
      const vectors = read.map((_, at) => normalised(data.slice(at * width, (at + 1) * width)))
      return [{ length: lead.length - 1 }, ...own].map(({ length }) => vectors.splice(0, length))
    },

    /** Relevance of each text to the question, as logits. */
    rank: (question: string, texts: string[]) =>
      inBatches(
        texts.map((text) => tokensOf(question, text)),
        async (batch) => {
          const { dims, data } = await run(batch)
          const width = dims.at(-1) as number
          // Models with two classes: irrelevant, relevant.
          return batch.map((_, place) =>
            width === 1
              ? (data[place] as number)
              : (data[place * width + 1] as number) - (data[place * width] as number),
          )
        },
      ),
  }
}
