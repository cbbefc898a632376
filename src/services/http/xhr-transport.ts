import { answerOf, type Call, type Send } from './answer.ts'
import { NetworkError, TimeoutError } from './errors.ts'
import type { TransportOptions } from './fetch-transport.ts'
import { HTTP_TIMEOUT } from './lost.ts'
import { stallTimer } from './stall-timer.ts'

/** Extra ms per part of a form once all of it was sent: the server reads one file after the other. */
const TIME_FOR_A_PART = 5_000

/**
 * Sends with XMLHttpRequest, because fetch does not report upload progress. The timeout runs only while nothing moves:
 * a large file on a slow line may take longer, and so may many small ones.
 */
export function createXhrTransport({ base, timeout = HTTP_TIMEOUT, now = Date.now }: TransportOptions): Send {
  return ({ method, path, headers, body, signal, onProgress }: Call) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const xhr = new XMLHttpRequest()
      const abort = () => xhr.abort()
      let limit = timeout
      const stall = stallTimer(limit)
      const stillMoving = () => stall.moved(limit)
      xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        stillMoving()
        if (lengthComputable) onProgress?.(loaded / total)
      }
      xhr.upload.onload = () => {
        if (body instanceof FormData) limit += [...body.keys()].length * TIME_FOR_A_PART
        stillMoving()
      }
      xhr.onprogress = stillMoving
      xhr.onload = () =>
        resolve(answerOf(xhr.status, xhr.responseText, (name) => xhr.getResponseHeader(name), now()))
      xhr.onerror = () => reject(new NetworkError('the server was not reached'))
      xhr.onabort = () =>
        reject(stall.signal.aborted ? new TimeoutError(`nothing moved for ${limit} ms`) : signal?.reason)
      xhr.onloadend = () => {
        stall.ended()
        signal?.removeEventListener('abort', abort)
      }
      signal?.addEventListener('abort', abort)
      stall.signal.addEventListener('abort', abort)
      xhr.open(method, base + path)
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
      xhr.send(body instanceof FormData || body instanceof URLSearchParams ? body : JSON.stringify(body))
    })
}
