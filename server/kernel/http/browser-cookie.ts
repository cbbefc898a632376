import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie that no script reads, by which a browser that comes back from elsewhere is known as the one that left. */
export const createBrowserCookie = (link: (path: string) => string, name: string) => {
  const isSecure = () => link('').startsWith('https:')
  /** With the prefix no other host of the domain can set it. */
  const fullName = () => (isSecure() ? `__Host-${name}` : name)
  const options = () => ({ path: '/', httpOnly: true, secure: isSecure(), sameSite: 'lax' as const })
  return {
    read: ({ cookies }: FastifyRequest) => cookies[fullName()] ?? '',
    set: (reply: FastifyReply, value: string, maxAge: number) =>
      reply.setCookie(fullName(), value, { ...options(), maxAge }),
    clear: (reply: FastifyReply) => reply.clearCookie(fullName(), options()),
  }
}
