import { constants, setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { answerCalls, openedOnce } from '../../kernel/worker-calls.ts'

/** `isBackground`: nobody waits for what the thread embeds. */
export type EmbedWorkerOptions = { isBackground: boolean }

/** Embeds texts in this thread by a model that the first of them opens; vectors in the order of the texts. */
export const answerTexts = (
  open: () => Promise<{ embed(texts: string[]): Promise<ArrayLike<number>[]> }>,
): void => {
  // On Linux 0 is the calling thread; elsewhere it is the whole process, whose requests must not wait.
  if ((workerData as EmbedWorkerOptions).isBackground && process.platform === 'linux')
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
  const opened = openedOnce(open)
  answerCalls(async (texts: string[]) =>
    (await (await opened()).embed(texts)).map((vector) => Float32Array.from(vector)),
  )
}
