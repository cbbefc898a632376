import type { FastifyRequest } from 'fastify'
import { refusal } from '../../kernel/errors.ts'
import type { Share } from './share.service.ts'

export const tokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>) => {
  const token = headers['x-visitor-token']
  return typeof token === 'string' && token !== '' ? token : null
}

/** The page and its visitor. @throws Refusal 401 for another page's token */
export const visited = async (
  share: Share,
  request: Pick<FastifyRequest<{ Params: { id: string } }>, 'headers' | 'params'>,
) => {
  const { id } = request.params
  const opened = await share.open(id)
  const visitor = await share.visitor(id, tokenOf(request))
  if (!visitor) throw refusal('unknown_visitor')
  return { opened, visitor }
}
