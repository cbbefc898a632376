import { answerOf, type Call, type Send } from './answer.ts'

declare global {
  interface Window {
    /** By path; left by src/early-requests.js. */
    earlyAnswers?: Map<string, { readonly authorization: string; readonly answer: Promise<Response> }>
  }
}

/** An early answer is as old as the page: after this time it is requested again, in ms. */
const FRESH = 60_000

interface EarlyOptions {
  readonly tab: Pick<Window, 'earlyAnswers' | 'performance'>
  /** Local time in ms. */
  readonly now?: () => number
}

/**
 * Takes the answer that the page has requested already: once, and only for the same token. It does not set
 * the clock: no one noted when it arrived, and the app may have started long after.
 */
export function early(send: Send, { tab, now = Date.now }: EarlyOptions): Send {
  const earlyAnswer = ({ method, path, headers }: Call) => {
    const found = method === 'GET' ? tab.earlyAnswers?.get(path) : undefined
    if (!found) return null
    tab.earlyAnswers?.delete(path)
    return found.authorization === headers.authorization && tab.performance.now() < FRESH
      ? found.answer
      : null
  }
  return async (call) => {
    const answer = earlyAnswer(call)
    if (!answer) return send(call)
    try {
      const response = await answer
      const { date: _, ...taken } = answerOf(
        response.status,
        await response.text(),
        (name) => response.headers.get(name),
        now(),
      )
      return taken
    } catch {
      return send(call)
    }
  }
}
