import { type FetchFailure, failureOf } from '../../kernel/fetching/fetch-failure.ts'
import type { GuardedFetch } from '../../kernel/fetching/guarded-fetch.ts'
import { decodeText } from '../ingestion/decode.ts'

const BYTES_MAX = 100_000

/**
 * The text of a site's rules; '' if it has none. If fetching them fails, the site is not read (RFC 9309,
 * 2.3.1); nor if the site is too busy to send them.
 */
export const fetchRobots = async (origin: string, fetch: GuardedFetch): Promise<string | FetchFailure> => {
  try {
    const answer = await fetch(`${origin}/robots.txt`)
    return answer.kind === 'fetched' ? decodeText(answer.bytes.subarray(0, BYTES_MAX)) : ''
  } catch (error) {
    const failure = failureOf(error)
    const { status } = failure
    return status !== null && status >= 400 && status < 500 && status !== 429 ? '' : failure
  }
}
