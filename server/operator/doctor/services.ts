import { Redis } from 'ioredis'
import { createTransport } from 'nodemailer'
import { greet } from '../../assistants/models/greeting.ts'
import type { Config } from '../../kernel/config/config.ts'
import { hasRuntime, installedModels, type LocalModel } from '../../kernel/config/local-models.ts'
import { openFiles } from '../../kernel/files/open-files.ts'
import { createRemoteEmbedder } from '../../knowledge/retrieval/remote-embedder.ts'
import { askReranker } from '../../knowledge/retrieval/reranker.ts'
import { type Finding, fault, note, ok, reasonOf } from './finding.ts'

const PATIENCE = 15_000 // ms

/** Calls `work` once; a failure is reported with advice. */
const tried = async (about: string, works: string, advice: string, work: () => Promise<unknown>) => {
  try {
    await work()
    return ok(about, works)
  } catch (error) {
    return fault(about, `It failed (${reasonOf(error)}). ${advice}`)
  }
}

/** Network services that the settings name. */
export const checkServices = (config: Config): Promise<Finding[]> =>
  Promise.all([
    checkMail(config),
    ...checkModels(config),
    checkEmbeddings(config),
    ...checkRerank(config),
    ...checkBucket(config),
    ...checkRedis(config),
  ])

async function checkMail({ smtpUrl, mailFrom, quiet }: Config): Promise<Finding> {
  if (smtpUrl === null)
    return note(
      'mail',
      `${quiet ? 'QUIET is on' : 'No SMTP_URL'}: emails are kept on the page whose address the server prints when it starts.`,
    )
  const url = new URL(smtpUrl)
  for (const limit of ['connectionTimeout', 'greetingTimeout']) url.searchParams.set(limit, String(PATIENCE))
  const transport = createTransport(url.href)
  const advice =
    'Check host, port, user and password in SMTP_URL, and whether a firewall blocks the connection.'
  const finding = await tried('mail', 'log-in works', advice, () => transport.verify())
  transport.close()
  return finding.level === 'ok' && /@localhost>?$/.test(mailFrom)
    ? note('mail', `log-in works, but the sender is ${mailFrom}, which other servers refuse. Set MAIL_FROM.`)
    : finding
}

function checkModels({ llm, llmOffered }: Config): Promise<Finding>[] {
  if (!llm) return [Promise.resolve(note('model', 'No LLM_MODEL: answers quote sentences of the documents.'))]
  return [llm, ...llmOffered].map((endpoint) =>
    tried(
      `model ${endpoint.model}`,
      'answers',
      'Check LLM_BASE_URL, LLM_API_KEY and LLM_MODEL, or those of the provider.',
      () => greet({ ...endpoint, timeout: PATIENCE }, AbortSignal.timeout(PATIENCE)),
    ),
  )
}

async function checkEmbeddings({ embeddings, localModels, modelsDir }: Config): Promise<Finding> {
  if (!embeddings && localModels.embedding) return checkLocal('embeddings', localModels.embedding)
  if (!embeddings && !hasRuntime() && installedModels(modelsDir).length > 0)
    return fault(
      'embeddings',
      'Models are in MODELS_DIR, and the optional package onnxruntime-node, which runs them, is not installed. Install it: npm install onnxruntime-node',
    )
  if (!embeddings)
    return ok(
      'embeddings',
      'embedded; made for English. For other languages: lectern models fetch multilingual-e5-small',
    )
  const embedder = createRemoteEmbedder(embeddings)
  const advice = 'Check EMBEDDINGS_BASE_URL, EMBEDDINGS_API_KEY and EMBEDDINGS_MODEL.'
  return tried('embeddings', `${embeddings.model} answers`, advice, () => embedder.embed(['Lectern'], 'now'))
}

/** Loads it, as the server does for its first text. */
const checkLocal = (about: string, model: LocalModel) =>
  tried(
    about,
    `${model.name}@${model.revision} runs on this machine`,
    `Fetch it again: lectern models fetch ${model.name}`,
    async () => {
      const { openOnnxModel } = await import('../../knowledge/local-models/onnx-model.ts')
      const opened = await openOnnxModel(model)
      await (model.kind === 'embedding' ? opened.embed(['Lectern']) : opened.rank('question', ['answer']))
    },
  )

const checkRerank = ({ rerank, localModels: { reranker } }: Config): Promise<Finding>[] =>
  rerank
    ? [
        tried(
          'rerank',
          'answers',
          'Check RERANK_BASE_URL, RERANK_API_KEY and RERANK_MODEL. Searches go on without it.',
          () => askReranker(rerank, 'question', ['answer'], PATIENCE),
        ),
      ]
    : reranker
      ? [checkLocal('rerank', reranker)]
      : []

const checkBucket = (config: Config): Promise<Finding>[] =>
  config.s3
    ? [
        tried(
          'object store',
          `${config.s3.bucket} can be read and written`,
          'Check S3_ENDPOINT, S3_BUCKET, S3_REGION and the keys, and what they are allowed to do.',
          async () => (await openFiles(config)).probe(),
        ),
      ]
    : []

const checkRedis = ({ redisUrl }: Config): Promise<Finding>[] =>
  redisUrl
    ? [
        tried('Redis', 'answers', 'Check REDIS_URL. Until it answers, each process counts by itself.', () =>
          ping(redisUrl),
        ),
      ]
    : []

async function ping(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: PATIENCE, retryStrategy: () => null })
  redis.on('error', () => {})
  try {
    await redis.connect()
    await redis.ping()
  } finally {
    redis.disconnect()
  }
}
