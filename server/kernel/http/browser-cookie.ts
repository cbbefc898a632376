import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie that no script can read; it recognizes a browser that returns from elsewhere. */
export const createBrowserCookie = (link: (path: string) => string, name: string) => {
  const isSecure = () => link('').startsWith('https:')
  /** The prefix stops other hosts of the domain from setting it. */
  const fullName = () => (isSecure() ? `__Host-${name}` : name)
  const options = () => ({ path: '/', httpOnly: true, secure: isSecure(), sameSite: 'lax' as const })
  return {
    read: ({ cookies }: FastifyRequest) => cookies[fullName()] ?? '',
    set: (reply: FastifyReply, value: string, maxAge: number) =>
      reply.setCookie(fullName(), value, { ...options(), maxAge }),
    clear: (reply: FastifyReply) => reply.clearCookie(fullName(), options()),
  }
}
