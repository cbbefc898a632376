import { constants, setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { answerCalls, openedOnce } from '../../kernel/worker-calls.ts'
import type { Matches } from './embedder.ts'

/** `isBackground`: nobody waits for what the thread embeds. */
export type EmbedWorkerOptions = { isBackground: boolean }

/** Texts to embed, or passages in parts to hold a question against. */
export type EmbedRequest = { texts: string[] } | { question: string; passages: string[][] }

type ThreadModel = {
  embed(texts: string[]): Promise<ArrayLike<number>[]>
  match?(question: string, passages: string[][]): Promise<Matches[]>
}

/** Answers in this thread by a model that the first call opens; vectors in the order of the texts. */
export const answerTexts = (open: () => Promise<ThreadModel>): void => {
  // On Linux 0 is the calling thread; elsewhere it is the whole process, whose requests must not wait.
  if ((workerData as EmbedWorkerOptions).isBackground && process.platform === 'linux')
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
  const opened = openedOnce(open)
  answerCalls(async (request: EmbedRequest) => {
    const model = await opened()
    return 'texts' in request
      ? (await model.embed(request.texts)).map((vector) => Float32Array.from(vector))
      : model.match?.(request.question, request.passages)
  })
}
