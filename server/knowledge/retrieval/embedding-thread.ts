import { workerData } from 'node:worker_threads'
import { openedOnce } from '../../kernel/opened-once.ts'
import { answerCalls, lowerPriority } from '../../kernel/workers.ts'
import type { Matches } from './embedder.ts'

/** `isBackground`: the thread only embeds documents, so it gets a lower priority. */
export type EmbedWorkerOptions = { isBackground: boolean }

/** Texts to embed, or a question to compare with the parts of passages. */
export type EmbedRequest = { texts: string[] } | { question: string; passages: string[][] }

type ThreadModel = {
  embed(texts: string[]): Promise<ArrayLike<number>[]>
  match?(question: string, passages: string[][]): Promise<Matches[]>
}

/** Handles requests in this thread with a model that the first request opens. Vectors are in the order of the texts. */
export const answerTexts = (open: () => Promise<ThreadModel>): void => {
  // On Linux 0 is the calling thread; elsewhere it is the whole process, whose requests must not wait.
  if ((workerData as EmbedWorkerOptions).isBackground && process.platform === 'linux') lowerPriority(0)
  const opened = openedOnce(open)
  answerCalls(async (request: EmbedRequest) => {
    const model = await opened()
    return 'texts' in request
      ? (await model.embed(request.texts)).map((vector) => Float32Array.from(vector))
      : model.match?.(request.question, request.passages)
  })
}
