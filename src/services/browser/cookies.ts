/** The value of a cookie that scripts can read; null if there is none. */
export const readCookie = (name: string) =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null

/** `maxAge` in seconds. */
export const writeCookie = (name: string, value: string, maxAge: number) => {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser that we support has the Cookie Store API
  document.cookie = `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax`
}
