/** The value of a cookie that scripts may read; null when there is none. */
export const readCookie = (name: string) =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null

/** `maxAge` in seconds. */
export const writeCookie = (name: string, value: string, maxAge: number) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax`
}
