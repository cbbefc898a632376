import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { ApiError } from '../../../src/services/contract/common.ts'

/** A refusal of the API, with its text. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal'
}

/** Calls an API operation as the sender of the request. @throws ApiRefusal */
export type CallApi = <Answer>(
  answer: z.ZodMiniType<Answer>,
  method: 'GET' | 'POST',
  url: string,
  body?: object,
) => Promise<Answer>

export const callerOf =
  (app: FastifyInstance, { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): CallApi =>
  async (answer, method, url, body) => {
    const response = await app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: {
        authorization: headers.authorization ?? '',
        'user-agent': headers['user-agent'] ?? '',
      },
      ...(body && { payload: body }),
    })
    if (response.statusCode >= 400)
      throw new ApiRefusal(ApiError.safeParse(response.json()).data?.detail ?? `HTTP ${response.statusCode}`)
    return answer.parse(response.json())
  }
