import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { refusal } from '../errors.ts'
import type { Share } from './share.service.ts'

/** A visitor has no account: these routes ask for their token instead. */
export const PUBLIC = { public: true } as const
export const PageParams = z.object({ id: z.uuid() })
/** `part` is a conversation or a message of the page. */
export const PartParams = z.object({ id: z.uuid(), part: z.uuid() })

export const tokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>) => {
  const token = headers['x-visitor-token']
  return typeof token === 'string' && token !== '' ? token : null
}

/** The page, and who visits it. @throws Refusal 401 for a token that is not of this page */
export const visited = async (share: Share, request: Pick<FastifyRequest, 'headers'>, id: string) => {
  const opened = await share.open(id)
  const visitor = await share.visitor(id, tokenOf(request))
  if (!visitor) throw refusal('unknown_visitor')
  return { opened, visitor }
}
